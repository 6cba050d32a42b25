import type { evaluationContract } from '@shared/api/evaluation-api'
import type { EvaluationDesk } from '@engine/ports/evaluation-desk'
import { api, typed } from '../implementation'

/** The contract's part about evaluation. */
export function evaluationRoutes({ sets, runs }: EvaluationDesk) {
  const routes = api.evaluation
  return {
    sets: routes.sets.handler(() => sets.list()),
    set: routes.set.handler(({ input }) => sets.get(input.id)),
    save_set: routes.save_set.handler(({ input }) => sets.save(input)),
    delete_set: routes.delete_set.handler(async ({ input }) => {
      await sets.delete(input.id)
      return { deleted: input.id }
    }),
    import_set: routes.import_set.handler(({ input }) => sets.import(input.name, input.text)),
    export_set: routes.export_set.handler(({ input }) => sets.export(input)),
    add_turn: routes.add_turn.handler(({ input }) => sets.addTurn(input)),
    runs: routes.runs.handler(({ input }) => runs.list(input.set_id)),
    run: routes.run.handler(({ input }) => runs.get(input.id, input.from)),
    start: routes.start.handler(({ input }) => runs.start(input)),
    follow: routes.follow.handler(({ input, signal }) => typed(runs.follow(input.id, signal))),
    cancel: routes.cancel.handler(async ({ input }) => ({ cancelled: await runs.cancel(input.id) })),
    delete_run: routes.delete_run.handler(async ({ input }) => {
      await runs.delete(input.id)
      return { deleted: input.id }
    }),
  } satisfies Record<keyof typeof evaluationContract, unknown>
}
