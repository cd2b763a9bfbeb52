//! Parameters of generators and processes, from their tables.

use orogen::WorldError;
use orogen::field::ParamSpec;

use crate::failure::Failure;
use crate::numbers::Setting;

/// A struct declared by `tunables!`, read through its table with the settings of the command line.
///
/// `read` is the struct's own `read`; a setting that no row has, or that its row refuses, is refused.
pub(crate) fn read_parameters<T>(
    table: &'static [ParamSpec],
    settings: &[Setting],
    read: impl FnOnce(&dyn Fn(&'static ParamSpec) -> f64) -> T,
) -> Result<T, Failure> {
    for Setting { name, value } in settings {
        let Ok(spec) = ParamSpec::find(table, name) else {
            let names: Vec<&str> = table.iter().map(|spec| spec.name).collect();
            let expected = format!("one of {}", names.join(", "));
            return Err(Failure::input("--set", &expected, name, "correct the name"));
        };
        spec.check(*value).map_err(WorldError::from)?;
    }
    Ok(read(&|spec| {
        let set = settings.iter().rfind(|setting| setting.name == spec.name);
        set.map_or(spec.default, |setting| setting.value)
    }))
}
