/** Answers to the question for the passphrase of a store, as `EngineOptions.passphrase` asks it. */
export type AskPassphrase = (wasWrong: boolean) => Promise<string | undefined>

/** What opens a store that is encrypted. */
export interface StorePassphrase {
  readonly ask: AskPassphrase
  /** What was given last. */
  readonly given: string | undefined
}

/**
 * The passphrase of an encrypted store that the environment gives, taken out of it: what is started from here does not get it. Undefined where there
 * is none.
 */
export function takePassphrase(environment: Record<string, string | undefined>): string | undefined {
  const given = environment['CAIRN_STORE_PASSPHRASE']
  delete environment['CAIRN_STORE_PASSPHRASE']
  return given === '' ? undefined : given
}

/** Gives this passphrase, or the one that a person gave last, as long as it is not known to be wrong; then what `ask` says. */
export function passphraseFirst(given: string | undefined, ask?: AskPassphrase): AskPassphrase {
  let known = given
  return async (wasWrong) => {
    if (!wasWrong && known !== undefined) return known
    const asked = await ask?.(wasWrong)
    known = asked ?? known
    return asked
  }
}
