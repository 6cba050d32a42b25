import { z } from 'zod'
import { ErrorReport } from '@shared/errors'
import { OcrLanguage, PageReading } from '../page-reading'

/** One page to be read: of a file that is there for good. */
export const PageTask = z.object({
  path: z.string(),
  /** Of the document: a PDF, a picture, or a presentation with pictures. */
  format: z.string(),
  /** 1-based; the number of a slide. */
  page: z.number().int().positive(),
  /** In which language the page before was written. */
  language: OcrLanguage.optional(),
})
export type PageTask = z.infer<typeof PageTask>

export const ToOcrProcess = z.object({ id: z.number(), task: PageTask })
export type ToOcrProcess = z.infer<typeof ToOcrProcess>

export const FromOcrProcess = z.discriminatedUnion('type', [
  /** Everything it needs could be loaded. */
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('read'), id: z.number(), reading: PageReading }),
  z.object({ type: z.literal('failed'), id: z.number(), error: ErrorReport }),
  /** Bytes it holds, and milliseconds of processor time it has used; a parent that finds either too much ends it. */
  z.object({ type: z.literal('usage'), bytes: z.number(), cpu_ms: z.number() }),
])
export type FromOcrProcess = z.infer<typeof FromOcrProcess>
