/** What stands in the brackets of a reference: numbers, a letter, a note's number, an editor's remark. */
const numbers = String.raw`\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*`
const note = String.raw`(?:note|nb|n|fn|注|註)\.?\s?\d{1,3}`
const remark = String.raw`[a-z][a-z –-]{1,38}(?:needed|verification|discuss|\?)|需要引[证用]|来源请求|來源請求`
const open = String.raw`[[［〔]`
const close = String.raw`[\]］〕]`
const attached = new RegExp(
  `(?:${open}(?:${numbers}|[a-z]{1,2}|${note}|${remark}|[\\p{Script=Han}？?]{1,8})${close}|[⁰¹²³⁴-⁹]{1,3})+`,
  'uy',
)
const spaced = new RegExp(`(?:[^\\S\\n]?${open}(?:${numbers}|${note}|${remark})${close})+(?=\\s|$)`, 'uy')
const listed = new RegExp(`^\\s*${open}\\d`, 'u')
/** In UTF-16 units: how far back the beginning of a line is looked for. */
const reach = 2000

/**
 * Where the reference marks behind a stop end ("[3]", "［17］", "[citation needed]"); `from` for none. A mark behind a
 * space belongs to the sentence before, but not in a list of sources.
 */
export function endOfMarks(text: string, from: number): number {
  const direct = endOf(attached, text, from)
  if (direct > from) return direct
  const end = endOf(spaced, text, from)
  return end > from && isInListOfSources(text, from) ? from : end
}

function isInListOfSources(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - reach), at)
  return (at <= reach || before.includes('\n')) && listed.test(before.slice(before.lastIndexOf('\n') + 1))
}

const sectionOf = String.raw`(?:§§?|[Ss]ec(?:tion|\.))?\s?\d[\w.-]*(?:\([a-zA-Z\d]{1,4}\))*`
/** "28 U.S.C. § 586(b).": volume, work, section, and nothing else. */
const statute = new RegExp(
  `[^\\S\\n]+(?:See\\s)?\\d{1,3}\\s(?:\\p{Lu}\\.\\s?){2,5}${sectionOf}(?:(?:,\\s|,?\\sand\\s)${sectionOf})*\\.(?=\\s|$)`,
  'uy',
)
const box = '[☐☑☒□■✓✔✗✘√]'
const boxLabel = String.raw`[\p{L}-]+(?:[^\S\n][\p{L}-]+){0,2}`
const boxes = new RegExp(`(?:[^\\S\\n]*${boxLabel}[^\\S\\n]*${box})+`, 'uy')
/** Before what they stand for, or for all that was said. */
const boxesFirst = new RegExp(`(?:[^\\S\\n]*${box}[^\\S\\n]*(?:${boxLabel})?)+[^\\S\\n]*(?=\\n|$)`, 'uy')

/** Where what belongs to an ended sentence ends: the statute it rests on, the boxes ticked for an answer to it ("Yes ☐ No ☑"). */
export function endOfTail(text: string, from: number): number {
  let end = from
  for (let last = -1; last !== end;) {
    last = end
    end = endOf(statute, text, end)
  }
  const ticked = endOf(boxes, text, end)
  return ticked > end ? ticked : endOf(boxesFirst, text, end)
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match ? from + match[0].length : from
}
