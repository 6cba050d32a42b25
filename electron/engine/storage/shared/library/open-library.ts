import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { Keychain } from '@engine/platform/sealing/kept-secret'
import type { Bucket } from '@engine/ports/storage/bucket'
import { S3Bucket } from '../s3-bucket'
import { type S3Place, readS3Place } from '../s3-place'
import { LibraryKeys } from './library-keys'
import { SharedLibrary } from './shared-library'
import { TableRelay } from './table-relay'

export interface OpenLibraryOptions {
  /** `s3://bucket/prefix`. */
  readonly address: string
  /** What AWS's own tools read: see `readS3Place`. Keys that it lacks may be kept in the keychain. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Absent where the shell has none. */
  readonly keychain?: Keychain | undefined
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly log: (line: string) => void
  /** As in `SharedLibraryParts`, for tests. */
  readonly times?: { readonly idleMs?: number; readonly lastsMs?: number } | undefined
}

/** A shared library and the ways to it. */
export interface OpenedLibrary {
  readonly library: SharedLibrary
  readonly bucket: Bucket
  /** LanceDB's way to the tables. */
  readonly relay: TableRelay
  /** This machine and folder, as sources of documents name it: see `sourceForOthers`. */
  readonly machine: string
  readonly keys: LibraryKeys
}

const machineFile = 'library-of.json'

/** Where the bucket's server is stands here as well, so that a window that is started by itself finds it. Its keys never do. */
const Machine = z.object({
  ...{ machine: z.string(), address: z.string() },
  ...{ endpoint: z.string().optional(), region: z.string().optional() },
})

/** The library that the store in a folder shares, where it was opened with one before: its own documents are none. */
export async function libraryOfFolder(folder: string): Promise<string | undefined> {
  return Machine.safeParse(await readJson(join(folder, machineFile))).data?.address
}

/** Opens a library in a bucket for the store in this folder. Throws INVALID_INPUT, and what the bucket throws. */
export async function openLibrary(folder: string, options: OpenLibraryOptions): Promise<OpenedLibrary> {
  const { address, gate, log, times } = options
  const known = Machine.safeParse(await readJson(join(folder, machineFile))).data
  const keys = await LibraryKeys.open({ ...options, folder })
  const server = known?.address === address ? { AWS_ENDPOINT_URL: known.endpoint, AWS_REGION: known.region } : {}
  const place = readS3Place(address, { ...server, ...withoutEmpty(keys.environment) })
  const bucket = new S3Bucket(place, { gate })
  const machine = await machineOf(folder, place, known)
  const who = `${nameOfUser()} on ${hostname()}`
  const cache = join(folder, 'library.json')
  const library = await SharedLibrary.open({ bucket, cache, who, log, ...times })
  if (library.access.reachable) await keys.accepted()
  const relay = await TableRelay.open({ place, gate, folder: join(folder, 'tables'), log })
  return { library, bucket, machine, relay, keys }
}

/** Made once for each folder: two machines may have the same name. */
async function machineOf(
  folder: string,
  { address, endpoint, region }: S3Place,
  known: z.infer<typeof Machine> | undefined,
): Promise<string> {
  const isOurs = known?.address === address
  if (isOurs && known.endpoint === endpoint && known.region === region) return known.machine
  const name =
    hostname()
      .replaceAll(/[^\w.-]/g, '')
      .slice(0, 40) || 'machine'
  const machine = isOurs ? known.machine : `${name}-${randomBytes(4).toString('hex')}`
  await writeJsonDurably(join(folder, machineFile), { machine, address, endpoint, region })
  return machine
}

/** A variable that is empty counts as unset. */
function withoutEmpty(environment: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in some containers.
    return 'somebody'
  }
}
