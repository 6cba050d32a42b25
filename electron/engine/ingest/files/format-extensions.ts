import type { DocumentFormat } from '@shared/documents'

const words = (list: string): string[] => list.split(' ')

const byFormat: Record<DocumentFormat, string[]> = {
  markdown: words('md markdown mdown mkd mkdn mdx qmd rmd'),
  text: words('txt text log rst org adoc asciidoc textile tex srt vtt me readme license changelog wiki nfo'),
  html: words('html htm xhtml xht shtml'),
  pdf: ['pdf'],
  docx: words('docx docm dotx dotm'),
  csv: words('csv tsv tab psv'),
  code: words(
    'js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi pyw rb php java kt kts scala groovy gradle c h cc cpp cxx hh ' +
      'hpp hxx m mm cs fs fsx vb go rs swift dart lua pl pm r jl hs elm ex exs erl hrl clj cljs edn lisp el scm ml mli ' +
      'nim zig v d pas asm s sh bash zsh fish ps1 psm1 bat cmd sql graphql gql proto thrift css scss sass less styl ' +
      'json json5 jsonc jsonl ndjson geojson xml xsd xsl xslt svg rss atom plist yaml yml toml ini cfg conf properties ' +
      'env tf hcl dockerfile makefile cmake mk ninja bzl nix jsp asp aspx ejs hbs jinja twig tmpl diff patch bib sol vhd ' +
      'vhdl sv awk sed tcl f f90 f95 for cob ada adb ads',
  ),
}

const formats = new Map<string, DocumentFormat>()
for (const format of Object.keys(byFormat) as DocumentFormat[]) {
  for (const extension of byFormat[format]) formats.set(extension, format)
}

/** The last part of a file name in lower case, without the dot; for `Makefile` and `Dockerfile` the whole name. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase()
  return base.slice(base.lastIndexOf('.') + 1)
}

/** The format an extension promises, or undefined where it promises none that Cairn reads. */
export function formatOfExtension(extension: string): DocumentFormat | undefined {
  return formats.get(extension)
}

/** The file name without folder and extension: the title of a document that has none. */
export function titleFromName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot) : base
}
