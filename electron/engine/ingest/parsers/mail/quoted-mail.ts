import type { MailPiece } from './mail'

const longestAttribution = 300
/** Who and when: "On Mon, 3 Jan 2022, Alice <a@b.c> wrote:", 于2022年1月3日写道：. The words differ, a date or an address is in all of them. */
const endsOpen = /[:：]\s*$/u

/** Takes the line above a quote that says who wrote it and when off the pieces before it; empty where there is none. */
export function attributionOf(pieces: MailPiece[]): string {
  const last = pieces.at(-1)
  if (!last || 'quoted' in last || last.kind === 'heading') return ''
  const lines = last.text.split('\n')
  // Mail programs break such a line in two; above it may stand the end of a paragraph.
  const from = Math.max(0, lines.length - (/^\s*[<\p{Ll}]/u.test(lines.at(-1) ?? '') ? 2 : 1))
  const by = lines.slice(from).join(' ').trim()
  if (by.length > longestAttribution || !/[\d@]/u.test(by) || !endsOpen.test(by)) return ''
  pieces.pop()
  if (from > 0) pieces.push({ ...last, text: lines.slice(0, from).join('\n').trimEnd() })
  return by
}

/** In the languages whose mail programs are known here. Other headers stay the sender's own words. */
const fromLine = /^\W{0,3}(?:from|von|de|发件人|寄件者|寄件人)\W{0,3}[:：]/iu
const subjectLine = /^\W{0,3}(?:subject|betreff|objet|主题|主題|主旨|標題)\W{0,3}[:：]/iu
const labelLine = /^\W{0,3}\p{L}[\p{L} -]{0,20}\W{0,3}[:：]/u
const rule = /^\s*[-_]{3,}[^-_]{0,60}[-_]{0,40}\s*$/u
const mostHeaderLines = 12
/** Mails below mails below mails: older ones are kept as part of the last. */
const mostMails = 20

/**
 * Sets apart what follows the header block of another mail ("From: … Sent: … Subject: …"), as programs write it above a mail
 * that is answered or forwarded without marks: that is all the rest.
 */
export function splitForwarded(pieces: readonly MailPiece[], depth = 0): MailPiece[] {
  for (let at = 0; at < pieces.length && depth < mostMails; at += 1) {
    const found = headerAt(pieces, at)
    if (!found) continue
    const before = pieces.slice(0, at)
    const last = before.at(-1)
    if (last && 'text' in last && rule.test(last.text)) before.pop()
    return [...before, { by: found.lines.join('; '), quoted: splitForwarded(found.rest, depth + 1) }]
  }
  return [...pieces]
}

/** The header block that begins with this piece, whether it is one paragraph or one a line, and what follows it. */
function headerAt(pieces: readonly MailPiece[], at: number): { lines: string[]; rest: MailPiece[] } | undefined {
  const first = linesOfPiece(pieces[at])
  const start = first.findIndex((line) => line.trim() !== '' && !rule.test(line))
  if (start === -1 || !fromLine.test(first[start] ?? '')) return undefined
  const lines: string[] = []
  let next = at
  let left: string[] = first.slice(start)
  while (left.length > 0 && lines.length < mostHeaderLines) {
    const count = headerLength(left)
    lines.push(...left.slice(0, count).map((line) => line.trim()))
    left = left.slice(count)
    if (left.length > 0) break
    next += 1
    const following = linesOfPiece(pieces[next])
    if (following.length === 0 || headerLength(following) < following.length) break
    left = following
  }
  if (lines.length < 3 || !lines.some((line) => subjectLine.test(line))) return undefined
  const rest = pieces.slice(left.length > 0 ? next + 1 : next)
  return { lines, rest: left.length > 0 ? [{ kind: 'paragraph', text: left.join('\n').trim() }, ...rest] : rest }
}

function linesOfPiece(piece: MailPiece | undefined): string[] {
  return piece && 'text' in piece ? piece.text.split('\n') : []
}

/** How many lines from the first on are fields; a long list of addresses goes on in the next line. */
function headerLength(lines: readonly string[]): number {
  let count = 0
  while (count < lines.length) {
    const isField = labelLine.test(lines[count] ?? '')
    const goesOn = count > 0 && labelLine.test(lines[count + 1] ?? '')
    if (!isField && !goesOn) break
    count += 1
  }
  return count
}
