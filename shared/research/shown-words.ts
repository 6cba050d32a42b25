import { isMarkdown } from '../documents'

/** A fence of code, alone on its line. */
const fence = /^[^\S\n]{0,3}(?:`{3,}|~{3,})[^\n]*$/gmu
/** A quotation's mark at the start of a further line. */
const quoteMark = /(?<=\n)[^\S\n]{0,3}>[^\S\n]?/gu
const link = /!?\[([^\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]*\)){1,2000}(?:\s"[^"\n]*")?\)/gu
const pageLink = /\[\[(?:[^\]|\n]{1,200}\|)?([^\]|\n]{1,200})\]\]/gu
/** Marks around words: not the signs of a formula, nor the underlines of a name in code. */
const strong = /(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])((?:[^*\n]|\n(?!\n)){0,500}?[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu
const strongInHan =
  /(?<=[\p{Script=Han}，。、；：])\*\*(?=[^\s*])([^*\n]{0,500}?[^\s*])\*\*|\*\*(?=[^\s*])([^*\n]{0,500}?[^\s*])\*\*(?=[\p{Script=Han}，。、；：])/gu
const struck = /~~(?=\S)([^~\n]{1,500}?\S)~~/gu
const code = /(`{1,2})(?=\S)([^`\n]{1,500}?\S|\S)\1/gu

const han = String.raw`[\p{Script=Han}，。、；：？！（）《》“”]`
const brokenHan = new RegExp(String.raw`(?<=${han})[^\S\n]*\n\s*(?=${han})`, 'gu')

/**
 * Words that a report quotes, as people read them: in one line, and of a Markdown source without its marks. What is stored, compared
 * and cited stays as it is in the document.
 */
export function shownWords(text: string, format: string): string {
  return (isMarkdown(format) ? withoutMarks(text) : text).replace(brokenHan, '').replace(/\s+/gu, ' ').trim()
}

function withoutMarks(text: string): string {
  if (!/[*`~>[]/u.test(text)) return text
  return text
    .replace(fence, '')
    .replace(quoteMark, '')
    .replace(code, '$2')
    .replace(link, '$1')
    .replace(pageLink, '$1')
    .replace(strongInHan, (_, one?: string, other?: string) => one ?? other ?? '')
    .replace(strong, '$1')
    .replace(struck, '$1')
}
