// Converts ARCHITECTURE.md and docs/reference to HTML files of the page, because the book is not available everywhere the page is used.

import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Marked } from "marked";

/** The link fragment of a heading, the same as in the book. */
const fragment = (heading) => [...heading.trim().toLowerCase()].map((letter) => (/[ -]/.test(letter) ? "-" : /[\p{L}\p{N}_]/u.test(letter) ? letter : "")).join("");

/** The file name of a converted page. */
const fileOf = (name) => `reference-${basename(name, ".md").toLowerCase()}.html`;

/** The texts of the pages, by their paths in the repository. */
export async function referencePages(repository) {
  const folder = "docs/reference";
  const names = (await readdir(join(repository, folder))).filter((name) => name.endsWith(".md")).sort();
  const paths = ["ARCHITECTURE.md", ...names.map((name) => `${folder}/${name}`)];
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(repository, path), "utf8")])));
}

/** The path of the page that documents a source file, from the table of blocks in ARCHITECTURE.md; undefined if there is none. */
function pageOn(source, pages) {
  // "| clue core | `hdl/src/core/clue` | [clue core](docs/reference/clue-core.md) |"
  const rows = pages.get("ARCHITECTURE.md").matchAll(/^\| [^|]+ \| `(hdl\/src[^`*]*)[^|]*\| \[[^\]]*\]\(([^)]+)\) \|$/gm);
  const fits = [...rows].filter(([, folder]) => source.startsWith(folder));
  return fits.sort(([, one], [, other]) => other.length - one.length)[0]?.[2];
}

/**
 * The link to the description of a block: the section with its name as the heading or in the first column of a table, else the page of its
 * folder, else ARCHITECTURE.md.
 */
export function referenceOf({ block: name, source }, pages) {
  const page = pageOn(source, pages);
  let found;
  for (const [path, text] of pages) {
    let heading = "";
    for (const line of text.split("\n")) {
      if (line.startsWith("#")) heading = line.replace(/^#+ /, "");
      const isNamed = heading === `\`${name}\`` || (line.startsWith("| ") && line.split(" | ")[0].includes(`\`${name}\``));
      // Two cores may have blocks of the same name.
      const isExact = line.includes(`\`${source}\``);
      if (isNamed && (isExact || (path === page && !found))) found = { path, heading };
    }
  }
  if (found) return `${fileOf(found.path)}#${fragment(found.heading)}`;
  return page ? fileOf(page) : `${fileOf("ARCHITECTURE.md")}#the-design`;
}

/** A page of the docs as HTML, and the names of the images of docs/images that it shows or links to. */
function rendered(text, pages) {
  const images = new Set();
  const known = new Set([...pages.keys()].map(fileOf));
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${fragment(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (href.startsWith("#")) return `<a href="${href}">${words}</a>`;
        const [path, place] = href.split("#");
        if (path.endsWith(".svg")) {
          images.add(basename(path));
          return `<a href="image-${basename(path)}">${words}</a>`;
        }
        // Links to pages that are not converted are replaced by their text.
        return known.has(fileOf(path)) ? `<a href="${fileOf(path)}${place ? `#${place}` : ""}">${words}</a>` : words;
      },
      image({ href, text }) {
        images.add(basename(href));
        return `<img src="image-${basename(href)}" alt="${text}">`;
      },
    },
  });
  const html = marked.parse(text);
  // Elements that may be wider than a phone are scrollable, also by keyboard.
  const scrolls = (begin, end) => (all, inner) => `<div class="scroller" tabindex="0">${begin}${inner}${end}</div>`;
  const wide = html.replaceAll(/<table>([^]*?)<\/table>/g, scrolls("<table>", "</table>")).replaceAll(/<pre>([^]*?)<\/pre>/g, scrolls("<pre>", "</pre>")).replaceAll(/<p>(<img [^>]*>)<\/p>/g, scrolls("", ""));
  return { html: wide, images };
}

/** Names and contents of the files of all pages, with their images. */
export async function referenceFiles(repository, pages, template, texts) {
  const files = new Map();
  for (const [path, text] of pages) {
    const { html, images } = rendered(text, pages);
    const values = { ...texts, title: text.match(/^# (.+)$/m)[1], content: html };
    files.set(fileOf(path), template.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key]));
    for (const image of images) files.set(`image-${image}`, await readFile(join(repository, "docs/images", image)));
  }
  return files;
}
