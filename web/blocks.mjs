// What the page says about the blocks of a design: each module of the emitted Verilog with the Rust block that it comes from.
// The block is the one with the module's ports and instances; the header of its file describes it, its documentation its ports.

import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** Lines of documentation as plain text. */
function prose(lines) {
  const text = lines.map((line) => line.replace(/^\s*\/\/[/!] ?/, "")).join(" ");
  return text.replaceAll(/\[`?([^\]`]+)`?\]\([^)]*\)/g, "$1").replaceAll(/\[`([^\]`]+)`\]/g, "$1").replaceAll("`", "").trim();
}

/** The header of a module: what it is, and its interface. */
function header(text) {
  const lines = text.slice(0, text.search(/^(?!\/\/!)/m)).trimEnd().split("\n");
  const begin = lines.findIndex((line) => line.startsWith("//! Interface: "));
  const length = lines.slice(begin + 1).findIndex((line) => /^\/\/!($| (Source|Own|After)\b)/.test(line));
  const end = length < 0 ? lines.length : begin + 1 + length;
  return { about: prose(lines.slice(0, begin)), interface: prose(lines.slice(begin, end)).replace("Interface: ", "") };
}

/** The fields of a block, by name: documentation, and whether it is a port. */
function fieldsOf(body) {
  const fields = new Map();
  let comment = [];
  for (const line of body.split("\n")) {
    if (/^\s*\/\/\//.test(line)) comment.push(line);
    else {
      const [, name, type] = line.match(/^\s*(?:pub )?(\w+): (.+)/) ?? [];
      if (name) fields.set(name, { about: prose(comment), isPort: /^Signal<(In|Out)\b/.test(type) });
      if (!/^\s*#\[/.test(line)) comment = [];
    }
  }
  return fields;
}

/** A block: its attributes, name and fields. */
const STRUCT = /((?:^ *#\[.*\n)+)^( *)pub struct (\$?\w+)[^;]*?\{\n([^]*?)^\2\}/gm;
const MACRO = /^macro_rules! (\w+)/m;

/** The blocks of the Rust source. */
export async function rustBlocks(source, repository) {
  const found = [];
  for (const entry of (await readdir(source, { recursive: true, withFileTypes: true })).filter((entry) => entry.name.endsWith(".rs"))) {
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, "utf8");
    for (const [, attributes, , name, body] of text.matchAll(STRUCT)) {
      if (!attributes.includes("LogicBlock")) continue;
      // A block of a macro goes by the macro's name.
      const [, macro] = (name === "$name" && text.match(MACRO)) || [];
      const block = macro ? macro[0].toUpperCase() + macro.slice(1) : name;
      found.push({ name: block, ...header(text), fields: fieldsOf(body), source: relative(repository, path) });
    }
  }
  return found;
}

/** The first part of a Verilog name: that of a group of ports, or of an array. */
const group = (name) => name.split("$")[0];

/** The block that a module comes from: the only one with its ports and instances. */
function blockOf(module, blocks) {
  const ports = new Set(module.ports.map(({ name }) => group(name)));
  const names = new Set([...ports, ...module.blocks.map(({ name }) => group(name))]);
  const isOf = ({ fields }) => [...names].every((name) => fields.has(name)) && [...fields].every(([name, { isPort }]) => !isPort || ports.has(name));
  const [found, another] = blocks.filter(isOf);
  if (!found || another) throw new Error(`hdl/src has ${found ? "several blocks" : "no block"} with the ports and instances of ${module.name}; expected one`);
  return found;
}

/** A design's modules with what is said about them and their ports. */
export function described(modules, blocks, referenceOf) {
  return modules.map((module) => {
    const { name, about, interface: how, source, fields } = blockOf(module, blocks);
    const ports = module.ports.map((port) => ({ ...port, about: fields.get(group(port.name)).about }));
    return { ...module, ports, block: name, about, interface: how, source, reference: referenceOf({ name, source }) };
  });
}
