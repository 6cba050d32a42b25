import type { RatesDays } from '@shared/api/tools-api'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from '../connection'

interface ExchangeRates {
  /** Of which days the imported rates are; null where there are none, undefined before that was read. */
  readonly days: RatesDays | null | undefined
  /** Why they could not be read. */
  readonly unread: ErrorReport | null
  /** Why the file that was chosen last was not taken over. */
  readonly refused: ErrorReport | null
  /** A file is being imported. */
  readonly isBusy: boolean
}

export const useExchangeRates = create<ExchangeRates>(() => ({
  days: undefined,
  unread: null,
  refused: null,
  isBusy: false,
}))

/** The European Central Bank's whole history as XML is 8 MB; a tab's connection takes messages of 16 MB. */
const mostBytes = 14 * 2 ** 20

/** Reads of which days the imported rates are. */
export async function readRates(): Promise<void> {
  try {
    useExchangeRates.setState({ days: await call((client) => client.tools.rates()), unread: null })
  } catch (thrown) {
    useExchangeRates.setState({ unread: toCairnError(thrown).report() })
  }
}

/** Imports a file of rates in the place of those before, which stay where it is none. True where it was taken over. */
export async function importRates(file: Blob): Promise<boolean> {
  if (useExchangeRates.getState().isBusy) return false
  useExchangeRates.setState({ isBusy: true, refused: null })
  try {
    if (file.size > mostBytes) throw new CairnError('FILE_TOO_LARGE', 'This file is larger than any file of rates.')
    const text = await file.text()
    // The contract takes no empty text; that it holds no rates is all there is to say.
    if (text === '') throw new CairnError('FORMAT_UNSUPPORTED', 'This file is empty.')
    useExchangeRates.setState({ days: await call((client) => client.tools.import_rates({ text })), unread: null })
    return true
  } catch (thrown) {
    useExchangeRates.setState({ refused: toCairnError(thrown).report() })
    return false
  } finally {
    useExchangeRates.setState({ isBusy: false })
  }
}
