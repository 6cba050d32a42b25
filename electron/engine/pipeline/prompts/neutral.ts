import { label } from '@engine/answer/citations/citation-stream'

/** What a document could hold to look like one of our citations, or like the end of its own fence. */
const squareMark = new RegExp(`\\[(\\s*${label}\\^?\\d[^\\]\\n]{0,40})\\]`, 'giu')
const lenticularMark = new RegExp(`【(\\s*${label}\\^?\\d[^】\\n]{0,40})】`, 'giu')
const fullwidthMark = new RegExp(`［(\\s*${label}\\^?\\d[^］\\n]{0,40})］`, 'giu')
const citationMarks = [squareMark, lenticularMark, fullwidthMark]
const spacedMarks = citationMarks.map(({ source, flags }) => new RegExp(`[ \\t]*${source}`, flags))
/** Signs without a width would hide a fence from us, but hardly from a model. */
const unseen = '[\\s\\u00ad\\u200b-\\u200f\\u2060\\ufeff]*'
const fence = new RegExp(`[<＜](?=${unseen}/?${unseen}(?:evidence|summary)\\b)`, 'giu')
/** Signs that chat templates give a meaning to. */
const templateSigns =
  /<(?=[|｜][^|｜>\n]{1,40}[|｜]>|\/?s>|(?:bos|eos|pad|unk|mask)>|(?:start|end)_of_turn>|\/?(?:think|tool_call|tool_response|system|user|assistant)>|<\/?SYS>>)/giu
const templateBrackets = /\[(?=\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|AVAILABLE_TOOLS|g?s?MASK|CLS|SEP)\])/gu

/** Quoted text that can neither leave its fence nor pass for a citation or a turn of the conversation; it reads the same. */
export function neutral(text: string): string {
  return withoutMarks(text).replace(fence, '‹').replace(templateSigns, '‹').replace(templateBrackets, '［')
}

/** A text whose citation marks (`[1]`) can no longer be taken for those of this answer. */
export function withoutMarks(text: string): string {
  return citationMarks.reduce((changed, mark) => changed.replace(mark, '〔$1〕'), text)
}

/** An earlier answer without its citation marks: a model imitates marks it sees, with numbers that mean nothing now. */
export function withoutCitations(answer: string): string {
  return spacedMarks.reduce((changed, mark) => changed.replace(mark, ''), answer).trim()
}

const maxNameLength = 200

/** A title or heading in one line, between quotation marks. */
export function neutralName(name: string): string {
  return neutral(name.replace(/\s+/gu, ' ')).replaceAll('"', '”').slice(0, maxNameLength).trim()
}

/** A numbered piece of evidence between its fences, under the names of the place it is from. */
export function fencedEvidence(number: number, place: readonly string[], text: string): string {
  const source = place.map(neutralName).filter(Boolean).join(' › ')
  return `[${number}] <evidence source="${source}">\n${neutral(text)}\n</evidence>`
}
