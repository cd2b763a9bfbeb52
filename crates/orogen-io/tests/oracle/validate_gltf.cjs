// Validates a glTF file with the Khronos validator: node validate_gltf.cjs VALIDATOR FILE. Prints the validator's report.
const fs = require("fs");
const [validator, file] = process.argv.slice(2);
require(validator)
  .validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: file, maxIssues: 20 })
  .then((report) => console.log(JSON.stringify(report)))
  .catch((error) => {
    console.error(String(error));
    process.exit(1);
  });
