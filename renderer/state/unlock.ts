import { create } from 'zustand'
import { useConnection } from './connection'

interface UnlockState {
  /** The engine cannot open the store without its passphrase; `wrong`: the last one was not it. */
  readonly wanted: { readonly wrong: boolean } | null
  /** One was given, and the engine tries it. */
  readonly trying: boolean
}

export const useUnlock = create<UnlockState>(() => ({ wanted: null, trying: false }))

/** The window shell asks for the passphrase. */
export function wantPassphrase(wrong: boolean): void {
  useUnlock.setState({ wanted: { wrong }, trying: false })
}

/** Gives the shell what a person typed, or that they give none (null). */
export function givePassphrase(passphrase: string | null): void {
  useUnlock.setState(passphrase === null ? { wanted: null, trying: false } : { trying: true })
  window.cairnWindow?.unlock(passphrase)
}

// With the engine there is nothing left to be opened.
useConnection.subscribe(({ status }) => {
  if (status === 'open') useUnlock.setState({ wanted: null, trying: false })
})
