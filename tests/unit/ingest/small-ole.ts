import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner'

/** What stands in an OLE2 container: streams, and storages of more of them. Texts are written as UTF-16. */
export interface OleStreams {
  readonly [name: string]: string | Uint8Array | OleStreams
}

/** An OLE2 container, as Office before 2007 and Outlook write them. */
export function smallOle(streams: OleStreams): Uint8Array {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, length: 0, children: [] }]
  const add = (inside: OleStreams, parent: number): void => {
    for (const [name, content] of Object.entries(inside)) {
      const at = entries.length
      entries[parent]?.children?.push(at)
      if (typeof content === 'object' && !(content instanceof Uint8Array)) {
        entries.push({ name, type: 1, length: 0, children: [] })
        add(content, at)
      } else {
        // A copy: what stands in Node's pool of memory is written from the start of the pool.
        const data = Uint8Array.from(typeof content === 'string' ? Buffer.from(content, 'utf16le') : content)
        entries.push({ name, type: 2, length: data.length, binaryProvider: () => data })
      }
    }
  }
  add(streams, 0)
  return burn(entries)
}

const textAt = 0x400
const encrypted = 0x0100
const secondTable = 0x0200

/** A Word 97 document of one piece of text; `bytes` where each character is one byte of Windows-1252. */
export function smallDoc(
  text: string | { readonly bytes: Uint8Array },
  { isEncrypted = false, footnotes = 0 } = {},
): Uint8Array {
  const written = typeof text === 'string' ? Buffer.from(text, 'utf16le') : Buffer.from(text.bytes)
  const length = typeof text === 'string' ? text.length : text.bytes.length
  const main = Buffer.alloc(Math.max(8192, textAt + written.length))
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(secondTable | (isEncrypted ? encrypted : 0), 10)
  main.writeUInt32LE(textAt, 0x18)
  main.writeUInt32LE(length - footnotes, 0x4c)
  main.writeUInt32LE(footnotes, 0x50)
  written.copy(main, textAt)
  const pieces = Buffer.alloc(21)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(length, 9)
  pieces.writeUInt32LE(typeof text === 'string' ? textAt : (textAt * 2) | 0x40000000, 15)
  return smallOle({ WordDocument: main, '1Table': Buffer.concat([pieces, Buffer.alloc(4096)]) })
}
