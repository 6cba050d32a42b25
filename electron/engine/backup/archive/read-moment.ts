import { promisify } from 'node:util'
import { gunzip, gzip, gzipSync } from 'node:zlib'
import { addressesOf, DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { type Moment, objectName, packedName } from './moment'
import { type Archive, readPlace } from './read-archive'

const unpack = promisify(gunzip)

const packInThread = promisify(gzip)
/** Packing so much takes less time than waiting for a thread, while questions are answered. */
const packedHere = 256 * 1024
const quick = { level: 3 }

/** Packs with gzip: the same bytes for the same bytes. */
export async function packed(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length <= packedHere ? gzipSync(bytes, quick) : packInThread(bytes, quick)
}

/** A packed file of a backup. Throws FILE_CORRUPT, NOT_FOUND. */
export async function readPacked(archive: Archive, sha256: string): Promise<Buffer> {
  return unpack(await readPlace(archive, packedName(sha256)))
}

/** The documents of a moment. Throws FORMAT_UNSUPPORTED where they cannot be understood. */
export async function documentsIn(archive: Archive, { documents }: Moment): Promise<DocumentRecord[]> {
  const lines = (await readPacked(archive, documents)).toString('utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const parsed = DocumentRecord.safeParse(JSON.parse(line))
    if (parsed.success) return parsed.data
    throw new CairnError(
      'FORMAT_UNSUPPORTED',
      'A document of the backup cannot be understood by this Cairn.',
      'Update Cairn and try again. Nothing was changed here.',
      { cause: parsed.error },
    )
  })
}

/** The names of everything that a moment needs, as far as the backup has it. */
export async function namesIn(archive: Archive, moment: Moment): Promise<string[]> {
  const objects = (await documentsIn(archive, moment)).flatMap(addressesOf).map(objectName)
  const tables = moment.tables?.files.map(({ object }) => objectName(object)) ?? []
  const files = moment.files.map(({ packed: address }) => packedName(address))
  return [...objects, ...tables, packedName(moment.documents), ...files]
}
