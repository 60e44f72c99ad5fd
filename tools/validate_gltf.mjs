// SPDX-License-Identifier: MIT
//
// Judges glTF and GLB files with the Khronos validator (npm gltf-validator).
//
//     node tools/validate_gltf.mjs [--strict] FILE-OR-FOLDER...
//
// A file FILE.input beside FILE holds the path of the file that FILE was made of: of each kind of issue, as many as that one has
// are not counted, because they were carried along.
// Exits 0 when no file has an error (--strict: nor a warning), 1 when one has. The validator is not part of the set-up: where it
// is not installed this says "skipped" and exits 0. It is looked for in the current folder, beside this
// script, and in the folder that GLTF_VALIDATOR names.
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
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
async function validate(path) {
    try {
        return await validator.validateBytes(new Uint8Array(readFileSync(path)), {
            uri: path,
            maxIssues: 1000,
            externalResourceFunction: (uri) =>
                Promise.resolve(new Uint8Array(readFileSync(join(path, "..", decodeURIComponent(uri))))),
        });
    } catch (trouble) {
        return { issues: { messages: [{ severity: 0, code: "UNREADABLE", message: String(trouble) }] } };
    }
}

// Errors and warnings that a file has and its input has not.
async function newIssues(path) {
    const known = new Map();
    if (existsSync(path + ".input"))
        for (const issue of (await validate(readFileSync(path + ".input", "utf8").trim())).issues.messages)
            known.set(issue.code, (known.get(issue.code) ?? 0) + 1);
    return (await validate(path)).issues.messages.filter((issue) => {
        const left = known.get(issue.code) ?? 0;
        known.set(issue.code, left - 1);
        return issue.severity <= 1 && left <= 0;
    });
}

const strict = process.argv.includes("--strict");
let files = 0, errors = 0, warnings = 0;
for (const argument of process.argv.slice(2).filter((word) => word !== "--strict")) {
    for (const path of filesBelow(argument)) {
        files++;
        for (const issue of await newIssues(path)) {
            errors += issue.severity === 0;
            warnings += issue.severity === 1;
            console.log(`${path}: ${issue.severity === 0 ? "error" : "warning"}: ` +
                        `${issue.code ?? ""} ${issue.pointer ?? ""} ${issue.message}`);
        }
    }
}
console.log(`${files} files, ${errors} errors, ${warnings} warnings`);
if (files === 0) {
    console.log("nothing to validate");
    process.exit(1);
}
process.exit(errors > 0 || (strict && warnings > 0) ? 1 : 0);
