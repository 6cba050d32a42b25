import { withBlankLinkMarks } from '@engine/text/note-links'
import type { Span } from '@engine/text/sentences/sentences'

/** A passage as it is read: every mark of Markdown, address and line of code is blanks, so that offsets stay. */
export interface PlainText {
  readonly text: string
  /** The words that links are shown by. */
  readonly links: readonly Span[]
  /** Bold or code: what stands between the marks. */
  readonly marked: readonly Span[]
}

const link = /(!?)\[([^[\]\n]{1,200})\]\([^()\s]{0,500}(?:[^\S\n]"[^"\n]{0,200}")?\)/gu
/** A tag among words, or a line of nothing but tags; a line of code or a comment begins with one sign too. */
const hashtag =
  /(?<=[^\S\n])#(\p{L}[\p{L}\p{N}_/-]{1,58})(?![\p{L}\p{N}<(])|(?<=^|\n)#(\p{L}[\p{L}\p{N}_/-]{1,58})(?=(?:[^\S\n]{1,3}#\p{L}[\p{L}\p{N}_/-]{0,58}){0,20}[^\S\n]{0,3}(?:\n|$))/gu
const preprocessor =
  /^(?:define|e(?:lif|lse|ndif|ndregion|rror)|if(?:n?def)?|include|pragma|region|undef|[\da-f]{3}|[\da-f]{6})$/iu
const bold = /\*\*([^*\n]{1,100})\*\*|__([^_\n]{1,100})__|`([\w.+#-]{1,60})`/gu
const address =
  /(?:https?:\/\/|www\.|mailto:)[^\s<>"'）。，；]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu
const path =
  /(?<![\p{L}\p{N}])(?:[.~]{0,2}\/|[A-Za-z]:\\)?(?:[\w.-]{1,64}[/\\]){2,20}[\w.-]{0,64}|(?<![\w.-])[\w-]{1,64}\.(?:md|txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|html?|xml|py|tsx|java|cpp|sh|ya?ml|toml|png|jpe?g|gif|svg|zip)(?![\p{L}\p{N}])/gu
const tag = /<\/?[A-Za-z][^<>\n]{0,200}>|&[a-z]{2,8};|\[\d{1,3}\]/gu
const lineMark =
  /^[^\S\n]*(?:#{1,6}[^\S\n]|>[^\S\n]?|[-*+•·▪●][^\S\n]|\d{1,3}[.)、][^\S\n]|[（(]?[一二三四五六七八九十]{1,3}[)）、.])+/gmu
const marks = /[*`~]|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu
/** In the order in which they become blanks. Few texts have the sign that each of them needs. */
const blanked: readonly { readonly pattern: RegExp; readonly needs?: RegExp }[] = [
  { pattern: address, needs: /@|:\/\/|www\.|mailto:/iu },
  { pattern: path, needs: /[/\\]|\.[a-z]/u },
  { pattern: tag, needs: /[<&[]/u },
  { pattern: lineMark },
  { pattern: marks, needs: /[*`~_]/u },
]
const codeLine =
  /[;{}\\]\s*$|^\s*(?:def|import|from \S+ import|class \w+[:({]|return|const|let|var|if|for|while|elif|else:|function|public|private|#include|@\w+|\/\/)[\s(:]?.*[=(){};:]|^\s*[\w.]+\s*[-+*/|:]?=\s*\S|^\s*[\w.]+\([^)]*\)\s*$/u
const sign = /[={}();<>[\]_$]/gu
const longestCodeLine = 400

/** What of a passage is language: the rest becomes blanks, one for one. */
export function plainText(source: string): PlainText {
  const links: Span[] = []
  const marked: Span[] = []
  let text = withoutFences(source)
  text = text.replace(link, (whole: string, image: string, shown: string, at: number) => {
    if (image !== '') return blank(whole)
    links.push({ start: at + 1, end: at + 1 + shown.length })
    return ` ${shown}${blank(whole.slice(shown.length + 1))}`
  })
  const notes = withBlankLinkMarks(text)
  text = notes.text
  links.push(...notes.links)
  text = text.replace(hashtag, (whole: string, among: string | undefined, alone: string | undefined, at: number) => {
    if (preprocessor.test(among ?? alone ?? '')) return whole
    links.push({ start: at + 1, end: at + whole.length })
    return ` ${whole.slice(1)}`
  })
  for (const match of text.matchAll(bold)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? ''
    const start = match.index + match[0].indexOf(inner)
    marked.push({ start, end: start + inner.length })
  }
  for (const { pattern, needs } of blanked) if (needs?.test(text) ?? true) text = text.replace(pattern, blank)
  text = text
    .split('\n')
    .map((line) => (isCode(line) ? blank(line) : line))
    .join('\n')
  return { text, links: links.toSorted((a, b) => a.start - b.start), marked }
}

/** Code between lines of ``` or ~~~; one that is left open is text. */
function withoutFences(source: string): string {
  if (!source.includes('```') && !source.includes('~~~')) return source
  const lines = source.split('\n')
  let open: { at: number; mark: string } | undefined
  for (const [at, line] of lines.entries()) {
    const mark = /^\s{0,3}(```|~~~)/u.exec(line)?.[1]
    if (mark === undefined || (open && mark !== open.mark)) continue
    if (!open) {
      open = { at, mark }
      continue
    }
    for (let inside = open.at; inside <= at; inside += 1) lines[inside] = blank(lines[inside] ?? '')
    open = undefined
  }
  return lines.join('\n')
}

/** Line breaks stay: they end sentences. */
function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length))
}

/** Most of a line of code gives itself away by how it ends or begins and by its signs. */
function isCode(line: string): boolean {
  if (line.length > longestCodeLine || !/[={}();]/u.test(line) || /\p{Script=Han}{4}/u.test(line)) return false
  const signs = line.match(sign)?.length ?? 0
  return signs >= 2 && codeLine.test(line) && signs * 20 >= line.trim().length
}
