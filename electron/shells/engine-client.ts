import type { Change } from '@shared/changes'
import type { Settings } from '@shared/settings'
import type { Engine } from '@engine/ports/engine-interface'
import { ORPCError } from '@orpc/server'
import type { ContractRouterClient } from '@orpc/contract'
import { z } from 'zod'
import type { contract } from '@shared/api/api'
import { CairnError, ErrorReport, reportedError, toCairnError } from '@shared/errors'

/** The engine through the contract: in this process, or in the one that has the store open. */
export type EngineClient = ContractRouterClient<typeof contract>

const Issues = z.object({ issues: z.array(z.looseObject({ message: z.string() })) })

/** The typed failure behind whatever a call of the client threw. */
export function failureOf(thrown: unknown): CairnError {
  if (!(thrown instanceof ORPCError)) return toCairnError(thrown)
  const report = ErrorReport.safeParse(thrown.data).data
  if (report) return reportedError(report, thrown)
  const issues = Issues.safeParse(thrown.data).data?.issues
  if (thrown.code !== 'BAD_REQUEST' || !issues) return toCairnError(thrown)
  return new CairnError('INVALID_INPUT', issues.map(({ message }) => message).join(' '), '', { cause: thrown })
}

/** Tells of the settings as they are and whenever they change, until aborted or the engine closes. */
export function followSettings(
  engine: Pick<Engine, 'watch'>,
  onSettings: (settings: Settings) => void,
  signal: AbortSignal,
): Promise<void> {
  const take = (change: Change) => {
    if (change.type === 'snapshot' || change.type === 'settings') onSettings(change.settings)
  }
  return followChanges(engine, take, signal)
}

/** Tells of everything as it is and whenever it changes, until aborted or the engine closes. */
export async function followChanges(
  engine: Pick<Engine, 'watch'>,
  onChange: (change: Change) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const change of engine.watch(signal)) onChange(change)
  } catch (thrown) {
    if (!signal.aborted && toCairnError(thrown).code !== 'CANCELLED') throw thrown
  }
}
