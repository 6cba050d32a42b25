import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { Bucket } from '@engine/ports/storage/bucket'
import { S3Bucket } from '../s3-bucket'
import { readS3Place } from '../s3-place'
import { SharedLibrary } from './shared-library'
import { TableRelay } from './table-relay'

export interface OpenLibraryOptions {
  /** `s3://bucket/prefix`. */
  readonly address: string
  /** What AWS's own tools read: see `readS3Place`. */
  readonly environment: Readonly<Record<string, string | undefined>>
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
}

const machineFile = 'library-of.json'

const Machine = z.object({ machine: z.string(), address: z.string() })

/** The library that the store in a folder shares, where it was opened with one before: its own documents are none. */
export async function libraryOfFolder(folder: string): Promise<string | undefined> {
  return Machine.safeParse(await readJson(join(folder, machineFile))).data?.address
}

/** Opens a library in a bucket for the store in this folder. Throws INVALID_INPUT, and what the bucket throws. */
export async function openLibrary(folder: string, options: OpenLibraryOptions): Promise<OpenedLibrary> {
  const { address, environment, gate, log, times } = options
  const place = readS3Place(address, environment)
  const bucket = new S3Bucket(place, { gate })
  const machine = await machineOf(folder, address)
  const who = `${nameOfUser()} on ${hostname()}`
  const cache = join(folder, 'library.json')
  const library = await SharedLibrary.open({ bucket, cache, who, log, ...times })
  const relay = await TableRelay.open({ place, gate, folder: join(folder, 'tables'), log })
  return { library, bucket, machine, relay }
}

/** Made once for each folder: two machines may have the same name. */
async function machineOf(folder: string, address: string): Promise<string> {
  const path = join(folder, machineFile)
  const { data } = Machine.safeParse(await readJson(path))
  if (data?.address === address) return data.machine
  const name =
    hostname()
      .replaceAll(/[^\w.-]/g, '')
      .slice(0, 40) || 'machine'
  const machine = `${name}-${randomBytes(4).toString('hex')}`
  await writeJsonDurably(path, { machine, address })
  return machine
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in some containers.
    return 'somebody'
  }
}
