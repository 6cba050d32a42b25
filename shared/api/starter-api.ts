import { z } from 'zod'
import { StarterFound, StarterSet } from '../models/starter-set'
import { procedure } from './graph-api'

const path = z.string().min(1)

/** The calls a shell may make to the recommended models for this machine. Paths are absolute, on the engine's machine. */
export const starterContract = {
  /**
   * Fetches what is missing and gives the jobs nobody has given; `allow` names hosts that may be reached for it.
   * NETWORK_DENIED names the ones that are missing, NOT_FOUND where there is nothing to add.
   */
  fetch: procedure.input(z.object({ allow: z.array(z.string().max(253)).max(20).default([]) })).output(StarterSet),
  /** What the set could take from a folder. Nothing is changed. */
  look_in: procedure.input(z.object({ path })).output(z.array(StarterFound)),
  /** Adds the set from a folder. MODEL_UNUSABLE where nothing of it is in there. */
  take: procedure.input(z.object({ path })).output(StarterSet),
  /** Takes back every job the set gave. */
  undo: procedure.input(z.object({ delete_files: z.boolean().default(false) })).output(StarterSet),
}
