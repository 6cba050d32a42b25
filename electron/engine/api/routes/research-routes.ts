import type { ResearchDesk } from '@engine/ports/research-desk'
import { api, typed } from '../implementation'
import { inBatches } from '../rpc/in-batches'

/** Milliseconds for which steps of a followed run are gathered: nobody reads faster. */
const gatheredMs = 100

/** The contract's part about research. */
export function researchRoutes(research: ResearchDesk) {
  const routes = api.research
  return {
    jobs: routes.jobs.handler(() => research.jobs()),
    list: routes.list.handler(() => research.list()),
    get: routes.get.handler(({ input }) => research.get(input.id)),
    start: routes.start.handler(({ input }) => research.start(input)),
    set_plan: routes.set_plan.handler(({ input }) => research.setPlan(input.id, input.plan)),
    clarify: routes.clarify.handler(({ input }) => research.clarify(input.id, input.answers)),
    run: routes.run.handler(({ input }) => research.run(input.id, input.task)),
    pause: routes.pause.handler(({ input }) => research.pause(input.id)),
    stop: routes.stop.handler(({ input }) => research.stop(input.id)),
    follow: routes.follow.handler(({ input, signal }) =>
      typed(inBatches(research.follow(input.id, input.after_seq, signal), gatheredMs, signal)),
    ),
    again: routes.again.handler(({ input }) => research.again(input.id)),
    differences: routes.differences.handler(({ input }) => research.differences(input.id)),
    rename: routes.rename.handler(({ input }) => research.rename(input.id, input.title)),
    trash: routes.trash.handler(({ input }) => research.trash(input.id)),
    restore: routes.restore.handler(({ input }) => research.restore(input.id)),
    export: routes.export.handler(({ input, signal }) => typed(research.export(input.id, input, signal))),
  }
}
