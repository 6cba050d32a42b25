import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { StarterKind } from '@shared/models/starter-set'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'

/**
 * What a person asked for when they added the set, on disk until it is undone. Only jobs that nobody had given to a model are
 * in it, so what the settings were before is that: none.
 */
const StarterWish = z.object({
  version: z.literal(1),
  parts: z.array(
    z.object({
      kind: StarterKind,
      entry_id: z.string(),
      /** The model that was given the job, or came too late for it; null until it is there. */
      model_id: z.string().nullable(),
      /** Its model was not there before. */
      brought: z.boolean(),
    }),
  ),
})
export type StarterWish = z.infer<typeof StarterWish>
export type WishedPart = StarterWish['parts'][number]

/** Undefined where there is none or it is damaged. Throws errors of the operating system. */
export async function readWish(path: string): Promise<StarterWish | undefined> {
  return StarterWish.safeParse(await readJson(path)).data
}

/** Keeps a wish; undefined takes it away. Throws errors of the operating system. */
export async function keepWish(path: string, wish: StarterWish | undefined): Promise<void> {
  if (wish) await writeJsonDurably(path, wish)
  else await rm(path, { force: true })
}
