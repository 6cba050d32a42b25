import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { Deflate } from 'fflate'
import { CairnError } from '@shared/errors'
import { maxPackedRatio } from './bundle-manifest'

/** Fixed, as is everything else that could differ: the same files make the same bytes. */
const level = 6
const inputSlice = 256 * 1024
/** 1980-01-01 00:00:00, the earliest time the format knows. */
const dosDate = 0x0021
const utf8Names = 0x0800
const deflated = 8
/** Beyond these the format needs an extension that many programs cannot open. */
const maxFiles = 0xffff
const maxBytes = 0xffffffff

type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes a zip archive file by file; holds one packed file and the directory in memory. */
export class ZipWriter {
  readonly #directory: Buffer[] = []
  #offset = 0

  constructor(
    private readonly sink: Sink,
    private readonly signal: AbortSignal,
  ) {}

  /** Packs and writes a file; the event loop goes on in between. Throws INVALID_INPUT past what the format can hold. */
  async add(name: string, content: Uint8Array): Promise<void> {
    const packed = await pack(content, this.signal)
    // Stored where packing gains nothing, or so much that a reader would take it for a bomb.
    const isStored = packed.length >= content.length || content.length > packed.length * maxPackedRatio
    const data = isStored ? content : packed
    const nameBytes = Buffer.from(name, 'utf8')
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(utf8Names, 2)
    fields.writeUInt16LE(isStored ? 0 : deflated, 4)
    fields.writeUInt16LE(dosDate, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes])
    if (this.#directory.length >= maxFiles || this.#offset + header.length + data.length > maxBytes) throw tooLarge()
    const place = Buffer.alloc(14)
    place.writeUInt32LE(this.#offset, 10)
    this.#directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields.subarray(0, 26), place, nameBytes]),
    )
    await this.#write(header)
    await this.#write(data)
  }

  /** Writes the directory; nothing may be added any more. */
  async end(): Promise<void> {
    const directory = Buffer.concat(this.#directory)
    if (this.#offset + directory.length > maxBytes) throw tooLarge()
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.#directory.length, 4)
    end.writeUInt16LE(this.#directory.length, 6)
    end.writeUInt32LE(directory.length, 8)
    end.writeUInt32LE(this.#offset, 12)
    await this.#write(Buffer.concat([directory, Buffer.from('PK\x05\x06', 'latin1'), end]))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.signal.throwIfAborted()
    this.#offset += bytes.length
    await this.sink(bytes)
  }
}

async function pack(content: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const deflate = new Deflate({ level }, (piece) => pieces.push(piece))
  for (let at = 0; at === 0 || at < content.length; at += inputSlice) {
    if (at > 0) await setImmediate()
    signal.throwIfAborted()
    // Copied, since the packer may keep what it is given.
    deflate.push(content.slice(at, at + inputSlice), at + inputSlice >= content.length)
  }
  return Buffer.concat(pieces)
}

function tooLarge(): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    'There is too much for one bundle: a zip file holds up to 65,535 files and 4 GB.',
    'Export fewer sessions at once.',
  )
}
