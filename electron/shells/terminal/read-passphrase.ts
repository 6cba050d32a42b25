import { readFileSync } from 'node:fs'
import { UsageError } from './args'
import type { Context } from './command'
import { readSecret } from './read-secret'

/** The options by which a backup's passphrase is asked for; never the passphrase itself, which every other user would see in the list of processes. */
export const passphraseOptions = ['passphrase', 'passphrase-fd'] as const

/**
 * The passphrase of a backup, where one is asked for: the first line of a file descriptor (`--passphrase-fd 3`), else `CAIRN_PASSPHRASE`, else what is
 * typed at the terminal, twice for a new backup. Undefined where none is asked for. Throws UsageError for one that is missing or
 * was typed in two ways.
 */
export async function readPassphrase(
  context: Context,
  { isNew, command }: { readonly isNew: boolean; readonly command: string },
): Promise<string | undefined> {
  const { args, world, say, signal } = context
  const descriptor = args.text('passphrase-fd')
  if (descriptor !== undefined) return present(fromDescriptor(descriptor, command), command)
  if (!args.has('passphrase')) return undefined
  const given = world.machine.env['CAIRN_PASSPHRASE']
  if (given !== undefined && given !== '') return given
  const typed = await readSecret(context, say('typePassphrase'))
  signal.throwIfAborted()
  const isTyped = world.stdin.isTTY === true
  if (isNew && isTyped && typed !== '' && (await readSecret(context, say('typePassphraseAgain'))) !== typed) {
    throw new UsageError('passphrasesDiffer', {}, command)
  }
  return present(typed, command)
}

function fromDescriptor(descriptor: string, command: string): string {
  if (!/^\d{1,4}$/u.test(descriptor)) throw new UsageError('badDescriptor', { value: descriptor }, command)
  try {
    return readFileSync(Number(descriptor), 'utf8').split(/\r?\n/u)[0] ?? ''
  } catch {
    throw new UsageError('badDescriptor', { value: descriptor }, command)
  }
}

function present(passphrase: string, command: string): string {
  if (passphrase !== '') return passphrase
  throw new UsageError('noPassphrase', {}, command)
}
