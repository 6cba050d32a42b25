import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ErrorReport } from '../errors'
import {
  CommunityCard,
  CommunityHead,
  DecisionRecord,
  EntityCard,
  EntityHit,
  EntityId,
  EntityType,
  ExtractionState,
  GraphDecision,
  GraphExport,
  GraphLayout,
  GraphPath,
  GraphPicture,
  GraphState,
} from '../graph'

/** Every typed failure crosses the API as the one oRPC error `CAIRN`, with the report as its data. */
export const procedure = oc.errors({ CAIRN: { data: ErrorReport } })

export const documentId = z.string().min(1).max(200)

const communityId = z.string().min(1).max(100)

/** The calls a shell may make to the knowledge graph. */
export const graphContract = {
  state: procedure.output(GraphState),
  /** The highest ranked entities and what joins them; those of some types or documents only where these are given. */
  picture: procedure
    .input(
      z.object({
        limit: z.number().int().min(1).max(60_000).default(2000),
        types: z.array(EntityType).optional(),
        documents: z.array(documentId).max(10_000).optional(),
        community: communityId.optional(),
      }),
    )
    .output(GraphPicture),
  /** An entity and what can be reached from it in `depth` steps, the highest ranked first. */
  neighbourhood: procedure
    .input(
      z.object({
        id: EntityId,
        depth: z.number().int().min(1).max(4).default(1),
        limit: z.number().int().min(1).max(5000).default(200),
      }),
    )
    .output(GraphPicture),
  /** Entities with a name that begins with, holds or resembles the text. */
  search: procedure
    .input(z.object({ text: z.string().trim().min(1).max(200), limit: z.number().int().min(1).max(100).default(20) }))
    .output(z.array(EntityHit)),
  /** NOT_FOUND where there is no such entity (any more). */
  entity: procedure.input(z.object({ id: EntityId })).output(EntityCard),
  path: procedure.input(z.object({ from: EntityId, to: EntityId })).output(GraphPath),
  communities: procedure.output(z.array(CommunityHead)),
  community: procedure.input(z.object({ id: communityId })).output(CommunityCard),
  /**
   * As `community`, once the chosen language model has written its title and summary. Where there is no model, or nothing of what
   * it writes is borne out by the documents, they stay what the documents say.
   */
  describe_community: procedure.input(z.object({ id: communityId })).output(CommunityCard),
  /** Merges, splits, renames or types entities, or takes that back. Resolves once the graph shows it. */
  decide: procedure.input(GraphDecision).output(GraphState),
  decisions: procedure.output(z.array(DecisionRecord)),
  /** Keeps where entities are drawn; those not named stay as they are. */
  save_layout: procedure.input(GraphLayout).output(z.object({ saved: z.number().int() })),
  /** The whole graph as a file's text, in pieces. */
  export: procedure.input(GraphExport).output(eventIterator(z.string())),
  /** A language model's reading of the library, in the background. */
  extraction: {
    state: procedure.output(ExtractionState),
    /** Begins a run, whether or not the settings have it done by itself. NOT_FOUND where no language model is chosen. */
    resume: procedure.output(ExtractionState),
    /** Resolves when the model is at work no more. */
    pause: procedure.output(ExtractionState),
  },
}
