// SPDX-License-Identifier: MIT
//
// Judges glTF and GLB files with the Khronos validator (npm gltf-validator).
//
//     node tools/validate_gltf.mjs [--strict] FILE-OR-FOLDER...
//
// Exits 0 when no file has an error (--strict: nor a warning), 1 when one has. The validator is not part of the set-up: where it
// is not installed this says "skipped" and exits 0. It is looked for in the current folder, beside this
// script, and in the folder that GLTF_VALIDATOR names.
import { createRequire } from "node:module";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

function findValidator() {
    const places = [process.env.GLTF_VALIDATOR, process.cwd(), import.meta.dirname ?? "."];
    for (const place of places) {
        if (!place)
            continue;
        try {
            return createRequire(join(resolve(place), "x.js"))("gltf-validator");
        } catch {
            // look further
        }
    }
    return null;
}

function* filesBelow(path) {
    if (!statSync(path).isDirectory()) {
        yield path;
        return;
    }
    for (const name of readdirSync(path).sort()) {
        const below = join(path, name);
        if (statSync(below).isDirectory() || /\.(gltf|glb|vrm|vrma)$/i.test(name))
            yield* filesBelow(below);
    }
}

const validator = findValidator();
if (!validator) {
    console.log("skipped: gltf-validator is not installed (npm install gltf-validator)");
    process.exit(0);
}
const strict = process.argv.includes("--strict");
let files = 0, errors = 0, warnings = 0;
for (const argument of process.argv.slice(2).filter((word) => word !== "--strict")) {
    for (const path of filesBelow(argument)) {
        let report;
        try {
            report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
                uri: path,
                maxIssues: 100,
                externalResourceFunction: (uri) =>
                    Promise.resolve(new Uint8Array(readFileSync(join(path, "..", decodeURIComponent(uri))))),
            });
        } catch (trouble) {
            report = { issues: { numErrors: 1, numWarnings: 0, messages: [{ severity: 0, message: String(trouble) }] } };
        }
        files++;
        errors += report.issues.numErrors;
        warnings += report.issues.numWarnings;
        for (const issue of report.issues.messages)
            if (issue.severity <= 1)
                console.log(`${path}: ${issue.severity === 0 ? "error" : "warning"}: ` +
                            `${issue.code ?? ""} ${issue.pointer ?? ""} ${issue.message}`);
    }
}
console.log(`${files} files, ${errors} errors, ${warnings} warnings`);
if (files === 0) {
    console.log("nothing to validate");
    process.exit(1);
}
process.exit(errors > 0 || (strict && warnings > 0) ? 1 : 0);
