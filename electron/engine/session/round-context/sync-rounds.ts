import { CairnError } from '@shared/errors'
import type { ContextName, RoundContextValues, RoundCost } from './context-schemas'

/**
 * The values after one of them was written, with everything that depends on it in agreement. A current value goes into
 * its dictionary under the current round; of a session's total, the current round gets what the others leave.
 * @throws CairnError `INVALID_INPUT` where a session's total is less than its other rounds have already, or a sum is
 * too large to be exact.
 */
export function syncRounds(values: RoundContextValues, written: ContextName): RoundContextValues {
  const round = values.CURRENT_ROUND_ID
  const steps = new Map(values.ROUND_STEP)
  const costs = new Map(values.ROUND_COST)
  const amounts = new Map(values.ROUND_SUBTASK_AMOUNT)
  if (written === 'CURRENT_ROUND_STEP') steps.set(round, values.CURRENT_ROUND_STEP)
  if (written === 'CURRENT_ROUND_COST') costs.set(round, values.CURRENT_ROUND_COST)
  if (written === 'CURRENT_ROUND_SUBTASK_AMOUNT') amounts.set(round, values.CURRENT_ROUND_SUBTASK_AMOUNT)
  if (written === 'SESSION_STEP') {
    steps.delete(round)
    steps.set(round, remainder(values.SESSION_STEP, total(steps.values()), written))
  }
  if (written === 'SESSION_COST') {
    costs.delete(round)
    const others = totalCost(costs)
    costs.set(round, {
      tokens: remainder(values.SESSION_COST.tokens, others.tokens, written),
      ms: remainder(values.SESSION_COST.ms, others.ms, written),
    })
  }
  return {
    ...values,
    ROUND_STEP: steps,
    ROUND_COST: costs,
    ROUND_SUBTASK_AMOUNT: amounts,
    CURRENT_ROUND_STEP: steps.get(round) ?? 0,
    CURRENT_ROUND_COST: { ...(costs.get(round) ?? { tokens: 0, ms: 0 }) },
    CURRENT_ROUND_SUBTASK_AMOUNT: amounts.get(round) ?? 0,
    SESSION_STEP: total(steps.values()),
    SESSION_COST: totalCost(costs),
  }
}

function totalCost(costs: ReadonlyMap<number, RoundCost>): RoundCost {
  const all = [...costs.values()]
  return { tokens: total(all.map(({ tokens }) => tokens)), ms: total(all.map(({ ms }) => ms)) }
}

function total(counts: Iterable<number>): number {
  let sum = 0
  for (const count of counts) sum += count
  if (Number.isSafeInteger(sum)) return sum
  throw new CairnError(
    'INVALID_INPUT',
    'The rounds together count too much.',
    'Check the steps and costs of the rounds.',
  )
}

function remainder(all: number, others: number, name: ContextName): number {
  if (all >= others) return all - others
  throw new CairnError(
    'INVALID_INPUT',
    `${name} cannot be ${all}: the other rounds have ${others} already.`,
    'Give at least as much, or change those rounds.',
  )
}
