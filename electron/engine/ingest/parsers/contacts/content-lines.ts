import { Buffer } from 'node:buffer'
import iconv from 'iconv-lite'

/** A line of a vCard or an iCalendar file, such as `TEL;TYPE=cell:+44 1`. Names are in capitals, without the group before a dot. */
export interface ContentLine {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  /** As written, with its escapes. */
  readonly raw: string
}

/** What stands between BEGIN and END of one kind, with the parts in it. */
export interface Component {
  readonly kind: string
  readonly lines: readonly ContentLine[]
  readonly parts: readonly Component[]
}

interface OpenComponent extends Component {
  readonly lines: ContentLine[]
  readonly parts: Component[]
}

const deepest = 20
const contentLine = /^(?:[\w-]{1,60}\.)?([\w-]{1,60})((?:;[^:"\n]{0,400}(?:"[^"\n]{0,400}"[^:"\n]{0,400}){0,8})?):/u

/** The components of a text, at the top. Lines that are none are passed over, and a component that is cut off ends with the text. */
export function componentsOf(text: string): Component[] {
  const top: OpenComponent = { kind: '', lines: [], parts: [] }
  const open = [top]
  for (const line of unfolded(text)) {
    const [head, name = '', parameters = ''] = contentLine.exec(line) ?? []
    if (head === undefined) continue
    const raw = line.slice(head.length)
    const key = name.toUpperCase()
    if (key === 'BEGIN' && open.length < deepest) {
      const component = { kind: raw.trim().toUpperCase(), lines: [], parts: [] }
      open.at(-1)?.parts.push(component)
      open.push(component)
    } else if (key === 'END' && open.length > 1) open.pop()
    else open.at(-1)?.lines.push(readLine(key, parameters, raw))
  }
  return top.parts
}

/** Long lines go on below: after a blank, or, in old vCards, after `=` at the end. */
function* unfolded(text: string): Generator<string> {
  let line: string[] = []
  for (const next of text.split(/\r?\n/u)) {
    const isSoft =
      line.length > 0 && /^[^:\n]{0,200}QUOTED-PRINTABLE/iu.test(line[0] ?? '') && (line.at(-1) ?? '').endsWith('=')
    if (isSoft) {
      line.push((line.pop() ?? '').slice(0, -1), next.trimStart())
    } else if (/^[ \t]/u.test(next) && line.length > 0) line.push(next.slice(1))
    else {
      if (line.length > 0) yield line.join('')
      line = [next]
    }
  }
  yield line.join('')
}

function readLine(name: string, written: string, raw: string): ContentLine {
  const parameters = new Map<string, string>()
  for (const [, key = 'TYPE', value = ''] of written.matchAll(/;(?:([\w-]+)=)?("[^"]*"|[^;"]*)/gu)) {
    const before = parameters.get(key.toUpperCase())
    const text = value.replaceAll('"', '')
    parameters.set(key.toUpperCase(), before === undefined ? text : `${before},${text}`)
  }
  const types = `${parameters.get('TYPE') ?? ''},${parameters.get('ENCODING') ?? ''}`
  const isQuoted = /QUOTED-PRINTABLE/iu.test(types)
  return { name, parameters, raw: isQuoted ? fromQuotedPrintable(raw, parameters.get('CHARSET') ?? 'utf-8') : raw }
}

function fromQuotedPrintable(text: string, charset: string): string {
  const bytes = Buffer.from(
    text.replace(/=([\dA-F]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : bytes.toString('utf8')
}

/** A text value with what its escapes stand for. */
export function textValue(raw: string): string {
  return raw.replace(/\\([\\;,nN])/gu, (_, sign: string) => (/n/iu.test(sign) ? '\n' : sign)).trim()
}

/** The values of a list or a structure between signs that are not escaped. */
export function valuesBetween(raw: string, sign: ';' | ','): string[] {
  const values: string[] = []
  let from = 0
  for (let at = 0; at <= raw.length; at += 1) {
    if (raw.charAt(at) === '\\') at += 1
    else if (at === raw.length || raw.charAt(at) === sign) {
      values.push(textValue(raw.slice(from, at)))
      from = at + 1
    }
  }
  return values
}

/** A date or a time as people write it: `2024-05-01 09:00 (Europe/Berlin)`; text that is none as it stands. */
export function dateInWords(raw: string, zone?: string): string {
  const [whole, year = '', month = '', day = '', hour, minute = '', universal] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?\d\d)?(?:\.\d+)?(Z)?)?/u.exec(raw.trim()) ?? []
  if (whole === undefined) return textValue(raw)
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return date
  return `${date} ${hour}:${minute}${universal ? ' UTC' : zone ? ` (${zone})` : ''}`
}
