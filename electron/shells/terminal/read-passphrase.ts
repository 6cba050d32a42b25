import { readFileSync } from 'node:fs'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { UsageError } from './args'
import type { Context } from './command'
import type { Word } from './words/terminal-words'

/** The options by which a passphrase is given; never the passphrase itself, which every other user would see in the list of processes. */
export const passphraseOptions = ['passphrase', 'passphrase-fd'] as const
export const passphraseUsage = '[--passphrase] [--passphrase-fd number]'

interface Wanted {
  /** A new one is typed twice, and must be long. */
  readonly isNew: boolean
  readonly command: string
  readonly prompt?: Word
}

/** The passphrase of a backup, where one is asked for; undefined where none is. Throws as `passphraseOf`. */
export async function readPassphrase(context: Context, wanted: Wanted): Promise<string | undefined> {
  const { args } = context
  return args.has('passphrase') || args.has('passphrase-fd') ? passphraseOf(context, wanted) : undefined
}

/**
 * A passphrase: the first line of a file descriptor (`--passphrase-fd 3`), else with `--passphrase` what is in `CAIRN_PASSPHRASE`, else what is
 * typed at the terminal, else the next line of the input. Throws UsageError for one that is missing or was typed in two ways, and
 * INVALID_INPUT for a new one that is too short, before it is to be typed again.
 */
export async function passphraseOf(context: Context, wanted: Wanted): Promise<string> {
  const { isNew, command, prompt = 'typePassphrase' } = wanted
  const { unseen, world, say, signal } = context
  const given = givenPassphrase(context, command)
  const passphrase = given ?? (await unseen.line(say(prompt), signal))
  signal.throwIfAborted()
  if (passphrase === '') throw new UsageError('noPassphrase', {}, command)
  if (!isNew) return passphrase
  requireLong(passphrase)
  if (given !== undefined || world.stdin.isTTY !== true) return passphrase
  const again = await unseen.line(say('typePassphraseAgain'), signal)
  signal.throwIfAborted()
  if (again !== passphrase) throw new UsageError('passphrasesDiffer', {}, command)
  return passphrase
}

/** The one that is not typed. Throws UsageError where there is no such file descriptor. */
export function givenPassphrase({ args, world }: Context, command: string): string | undefined {
  const descriptor = args.text('passphrase-fd')
  if (descriptor !== undefined) return fromDescriptor(descriptor, command)
  return (args.has('passphrase') && world.machine.env['CAIRN_PASSPHRASE']) || undefined
}

function fromDescriptor(descriptor: string, command: string): string {
  if (!/^\d{1,4}$/u.test(descriptor)) throw new UsageError('badDescriptor', { value: descriptor }, command)
  try {
    return readFileSync(Number(descriptor), 'utf8').split(/\r?\n/u)[0] ?? ''
  } catch {
    throw new UsageError('badDescriptor', { value: descriptor }, command)
  }
}
