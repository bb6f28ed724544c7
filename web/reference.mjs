// The pages of docs/reference that belong to the page, as HTML: the book stands beside the page only where both are published.

import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Marked } from "marked";

/** A heading as the fragment of a link to it, as in the book. */
const fragment = (heading) => [...heading.trim().toLowerCase()].map((letter) => (/[ -]/.test(letter) ? "-" : /[\p{L}\p{N}_]/u.test(letter) ? letter : "")).join("");

/** The name of a page of the docs among the page's files. */
const fileOf = (name) => `reference-${basename(name, ".md").toLowerCase()}.html`;

/** The pages by their paths in the repository, and their texts. */
export async function referencePages(repository) {
  const folder = "docs/reference";
  const names = (await readdir(join(repository, folder))).filter((name) => name.endsWith(".md")).toSorted();
  const paths = ["ARCHITECTURE.md", ...names.map((name) => `${folder}/${name}`)];
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(repository, path), "utf8")])));
}

/** The page on a folder of the source, as the table of blocks in ARCHITECTURE.md has it. */
function pageOn(source, pages) {
  // "| clue core | `hdl/src/core/clue` | [clue core](docs/reference/clue-core.md) |"
  const rows = pages.get("ARCHITECTURE.md").matchAll(/^\| [^|]+ \| `(hdl\/src[^`*]*)[^|]*\| \[[^\]]*\]\(([^)]+)\) \|$/gm);
  const fits = [...rows].filter(([, folder]) => source.startsWith(folder));
  return fits.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[2];
}

/** Where the pages describe a block: the section that has it as its heading, or in the first column of a table; else the page on its folder. */
export function referenceOf({ block: name, source }, pages) {
  const page = pageOn(source, pages);
  let found;
  for (const [path, text] of pages) {
    let heading = "";
    for (const line of text.split("\n")) {
      if (line.startsWith("#")) heading = line.replace(/^#+ /, "");
      const isNamed = heading === `\`${name}\`` || (line.startsWith("| ") && line.split(" | ")[0].includes(`\`${name}\``));
      // A name may stand for blocks of two cores.
      const isExact = line.includes(`\`${source}\``);
      if (isNamed && (isExact || (path === page && !found))) found = { path, heading };
    }
  }
  if (found) return `${fileOf(found.path)}#${fragment(found.heading)}`;
  return page ? fileOf(page) : `${fileOf("ARCHITECTURE.md")}#the-design`;
}

/** A page of the docs as HTML, and the pictures of docs/images that it shows. */
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
        // Other pages of the docs are not part of the page.
        return known.has(fileOf(path)) ? `<a href="${fileOf(path)}${place ? `#${place}` : ""}">${words}</a>` : words;
      },
      image({ href, text }) {
        images.add(basename(href));
        return `<img src="image-${basename(href)}" alt="${text}">`;
      },
    },
  });
  const html = marked.parse(text);
  // What may be wider than a phone scrolls, by keyboard too.
  const scrolls = (begin, end) => (all, inner) => `<div class="scroller" tabindex="0">${begin}${inner}${end}</div>`;
  const wide = html.replaceAll(/<table>([^]*?)<\/table>/g, scrolls("<table>", "</table>")).replaceAll(/<pre>([^]*?)<\/pre>/g, scrolls("<pre>", "</pre>")).replaceAll(/<p>(<img [^>]*>)<\/p>/g, scrolls("", ""));
  return { html: wide, images };
}

/** The files of all pages: name and content. */
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
