const replacements: readonly (readonly [RegExp, string])[] = [
  [/``([^`\n]{1,500})``/gu, '$1'],
  [/:[\w:.+-]{1,60}:`([^`<\n]{1,500}?) *<[^`>\n]{0,500}>`/gu, '$1'],
  [/:[\w:.+-]{1,60}:`[~!]?([^`\n]{1,500})`/gu, '$1'],
  [/`([^`<\n]{1,500}?) *<[^`>\n]{0,500}>`_{0,2}/gu, '$1'],
  [/`([^`\n]{1,500})`_{0,2}/gu, '$1'],
  [/\*\*([^*\n]{1,500})\*\*/gu, '$1'],
  [/(^|[\s({['"])\*([^*\s]|[^*\s][^*\n]{0,500}?[^*\s])\*(?=$|[\s)}\]'".,;:!?-])/gu, '$1$2'],
  [/\[([#*\w-]{1,60})\]_(?!\w)/gu, '[$1]'],
  [/\|([^|\s][^|\n]{0,100})\|_{0,2}/gu, '$1'],
  [/(\w)__?(?=$|[\s).,;:!?])/gu, '$1'],
  [/::$/u, ':'],
  [/\\([^\w\s])/gu, '$1'],
]

/** The text of a stretch of reStructuredText without its marks. */
export function rstText(source: string): string {
  return replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), source).trim()
}
