import { z } from 'zod'

export const OpinionVerdict = z.enum(['supported', 'contradicted', 'not_in_source'])
export type OpinionVerdict = z.infer<typeof OpinionVerdict>

/** What a language model thinks of sentences that the critic checked. It changes no verdict of the critic. */
export const SecondOpinion = z.object({
  /** The model's name, for people. */
  model: z.string(),
  /** ISO time. */
  at: z.string(),
  sentences: z.array(
    z.object({
      /** Its place among the sentences of the critique, from 1. */
      sentence: z.number().int().positive(),
      verdict: OpinionVerdict,
      reason: z.string(),
    }),
  ),
})
export type SecondOpinion = z.infer<typeof SecondOpinion>
