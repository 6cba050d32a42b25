import type { diagnosticsContract } from '@shared/api/diagnostics-api'
import type { DiagnosticsDesk } from '@engine/ports/diagnostics-desk'
import { api, typed } from '../implementation'

/** The contract's part about what Cairn knows of its own work. */
export function diagnosticsRoutes(desk: DiagnosticsDesk) {
  const { traces, report } = api.diagnostics
  return {
    report: report.handler(async () => ({ text: await desk.report() })),
    traces: {
      list: traces.list.handler(({ input }) => desk.listTraces(input)),
      get: traces.get.handler(({ input }) => desk.openTrace(input.id)),
      compare: traces.compare.handler(({ input }) => desk.compareTraces(input.a, input.b)),
      export: traces.export.handler(({ input, signal }) => typed(desk.exportTraces(input, signal))),
      send: traces.send.handler(async ({ input }) => ({ sent: await desk.sendTraces(input) })),
      clear: traces.clear.handler(async () => {
        await desk.forgetTraces()
        return {}
      }),
    },
  } satisfies Record<keyof typeof diagnosticsContract, unknown>
}
