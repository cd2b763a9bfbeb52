//! Completions and manual pages, made from the same definitions that parse the arguments.

use std::io::Write;
use std::path::Path;

use clap_complete::Shell;
use orogen::io::AtomicFile;

use crate::failure::Failure;
use crate::output;

/// Prints completions for a shell.
pub(crate) fn completions(mut command: clap::Command, shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "orogen", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

/// Writes `orogen.1` and a page for each command below it.
pub(crate) fn man_pages(command: clap::Command, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Run(format!("folder: {}: {error}; name another", folder.display())))?;
    let mut command = command;
    command.build();
    write_pages(&command, "orogen", folder)
}

fn write_pages(command: &clap::Command, name: &str, folder: &Path) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name).render(&mut page)?;
    let file = AtomicFile::create(&folder.join(format!("{name}.1")))?;
    file.append(&page)?;
    file.commit()?;
    for child in command.get_subcommands().filter(|child| child.get_name() != "help") {
        write_pages(child, &format!("{name}-{}", child.get_name()), folder)?;
    }
    Ok(())
}
