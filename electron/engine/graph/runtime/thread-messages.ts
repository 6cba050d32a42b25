import type { ErrorReport } from '@shared/errors'

/** What can be asked of a thread: named functions whose arguments and results can be cloned. */
export type ThreadCalls = Record<string, (...args: never[]) => unknown>

export interface ThreadRequest {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

/** Errors cross as reports: a thrown one would lose its class and code. */
export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorReport }
