import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ParsedText } from '@engine/ingest/parsers/parser'
import { parserOf } from '@engine/ingest/parsers/registry'
import { sniffFormat } from '@engine/ingest/files/sniff'
import type { MemberBudget } from '@engine/ingest/members/members'
import { UnpackedMembers } from '@engine/ingest/members/unpack-members'
import { expectSound } from '../../parse-text'

export interface Unpacked {
  readonly parsed: ParsedText
  /** What each member holds, as UTF-8 text, by its path. */
  readonly texts: ReadonlyMap<string, string>
  readonly paths: readonly string[]
  readonly gaps: readonly string[]
  readonly modified: readonly (number | null)[]
}

/** Generous: what a test is not about does not stand in its way. */
export const wide: MemberBudget = { mayHold: true, count: 20_000, bytes: 2 ** 29, bombBytes: 2 ** 28 }

/** Parses a file of this name as ingestion does, its members into files that are gone when this resolves. */
export async function unpack(bytes: Uint8Array, name: string, budget: Partial<MemberBudget> = {}): Promise<Unpacked> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-members-'))
  try {
    const members = new UnpackedMembers({ folder: join(folder, 'm'), budget: { ...wide, ...budget } })
    const parsed = await parserOf(sniffFormat(bytes, name)).parse({ bytes, name, members })
    expectSound(parsed)
    const texts = new Map<string, string>()
    for (const { path, file } of members.taken) texts.set(path, await readFile(file, 'utf8'))
    return {
      parsed,
      texts,
      paths: members.taken.map(({ path }) => path),
      gaps: parsed.structure.gaps.map(({ detail }) => detail),
      modified: members.taken.map(({ modified }) => modified),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
