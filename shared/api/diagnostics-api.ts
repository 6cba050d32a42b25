import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { Trace, TraceComparison, TracePage, TraceQuery } from '../diagnostics/trace'
import { procedure } from './graph-api'

const nameWords = 'The id of a trace has 4 to 64 characters.'
/** An id of a trace, its beginning, or the id that an answer has. */
const traceName = z.string().trim().min(4, nameWords).max(64, nameWords)

/** The traces that are exported: those of a query, or these. */
export const TraceExport = z.object({
  ids: z.array(traceName).max(500).optional(),
  query: TraceQuery.optional(),
  /** With the words that traces kept. */
  with_text: z.boolean().default(false),
})
export type TraceExport = z.input<typeof TraceExport>

/** The calls about what Cairn knows of its own work. */
export const diagnosticsContract = {
  /** A report for whoever is to find a fault, as Markdown: to be read by the user before it is saved. */
  report: procedure.output(z.object({ text: z.string() })),
  traces: {
    list: procedure.input(TraceQuery).output(TracePage),
    get: procedure.input(z.object({ id: traceName })).output(Trace),
    compare: procedure.input(z.object({ a: traceName, b: traceName })).output(TraceComparison),
    /** Lines of a file in OTLP's JSON: one request to a collector a line, one trace each. */
    export: procedure.input(TraceExport).output(eventIterator(z.string())),
    /** Sends traces to the collector of the settings. NETWORK_DENIED for one that is not on this machine. */
    send: procedure.input(TraceExport).output(z.object({ sent: z.number().int() })),
    clear: procedure.output(z.object({})),
  },
}
