import { thisMachine, version } from '@engine/platform/paths'
import type { ImportedRates, ToolDesk } from '@engine/ports/tools/tool-desk'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { ConsentBook } from '@engine/tools/consent/consent-book'
import { PendingGrants } from '@engine/tools/consent/pending-grants'
import { createToolConsents } from '@engine/tools/external/answer-consent'
import { PlannedCalls } from '@engine/tools/external/planned-calls'
import { withExternalTools } from '@engine/tools/external/external-channel'
import { ExternalTools } from '@engine/tools/external/external-tools'
import type { Rates, RatesStore } from '@engine/tools/currency/rates'
import { createOwnTools } from '@engine/tools/own-tool-desk'
import type { Tool, ToolContext } from '@engine/tools/tool'
import { createToolChannel, type ToolChannel } from '@engine/tools/tool-channel'
import { tracedChannel } from '@engine/tools/traced-channel'
import type { EngineBase } from './engine-base'
import type { ModelsPart } from './wire-models'

export interface ToolsPart {
  readonly channel: ToolChannel
  /** IANA name of the machine's time zone. */
  readonly timeZone: string
  readonly desk: ToolDesk
  /** Calls of other programs' tools that plans of research show. */
  readonly planned: PlannedCalls
  /** Loads what the first call of any tool would wait for. The calculator's mathematics, 18 MB, are left to who calculates. Never rejects. */
  readonly warm: () => Promise<void>
}

interface ToolNeeds {
  /** Cairn's own. */
  readonly tools: readonly Tool[]
  readonly rates: RatesStore
  readonly models: Pick<ModelsPart, 'settings' | 'inference'>
  readonly sessions: Pick<SessionStore, 'load'>
}

/** Cairn's own tools behind a server in this process, which starts with the first call, and those of other programs. */
export async function wireTools(base: EngineBase, { tools, rates, models, sessions }: ToolNeeds): Promise<ToolsPart> {
  const { opened, log, options } = base
  const { timeZone } = options.asked ?? Intl.DateTimeFormat().resolvedOptions()
  const { call, warm } = ownCalls(base, tools, timeZone)
  const { settings } = models
  const off = () => settings.get().tools.off
  const offered = () => tools.filter(({ name, needsNetwork }) => needsNetwork === true || !off().includes(name))
  const setOff = (names: readonly string[]) => settings.change({ tools: { off: [...names] } })

  const consents = await ConsentBook.open({ folder: options.folder, now: Date.now, log })
  opened.defer(() => consents.close())
  const forward = () => performance.now()
  const pending = new PendingGrants(forward)
  const external = await ExternalTools.open({
    folder: options.folder,
    machine: thisMachine(),
    gate: models.inference.gate,
    now: forward,
    consents,
    changed: () => base.changes.publish({ type: 'tool_servers', servers: external.servers() }),
    log,
  })
  opened.defer(() => external.close())
  base.changes.listen((change) => {
    if (change.type !== 'settings' || !change.settings.network.offline) return
    external.endPrograms().catch((thrown: unknown) => log(`Programs with tools were not ended: ${String(thrown)}`))
  })
  const runOf = async (sessionId: string, callId: string) => {
    const { session } = await sessions.load(sessionId)
    return session.turns?.flatMap((turn) => turn.tools ?? []).find(({ call_id: id }) => id === callId)
  }
  return {
    channel: tracedChannel(
      withExternalTools({
        own: createToolChannel({ tools: offered, call, log }),
        external,
        consents,
        pending,
        log,
      }),
    ),
    timeZone,
    planned: new PlannedCalls({ external, consents, timeZone, log }),
    warm,
    desk: {
      own: createOwnTools({ tools, call, timeZone, off, setOff, now: Date.now }),
      rates: importedRates(rates),
      servers: external,
      consents: createToolConsents({ consents, external, pending, runOf }),
    },
  }
}

function ownCalls({ opened }: EngineBase, tools: readonly Tool[], timeZone: string) {
  let connected: ReturnType<typeof connect> | undefined
  opened.defer(async () => (await connected)?.close())
  const connect = async () => {
    // Loading the protocol takes longer than opening the rest of the engine.
    const [{ createToolServer }, { ToolClient }] = await Promise.all([
      import('@engine/tools/server/tool-server'),
      import('@engine/tools/server/tool-client'),
    ])
    const asked = () => ({ language: 'en' as const, now: Date.now(), timeZone })
    return ToolClient.connect(createToolServer({ tools, version, asked }), version)
  }
  const client = () => (connected ??= connect())
  return {
    call: async (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) =>
      (await client()).call(name, args, context),
    warm: () =>
      client().then(
        () => undefined,
        () => undefined,
      ),
  }
}

function importedRates(store: RatesStore): ImportedRates {
  const daysOf = (rates: Rates) => ({ first: rates.at(0)?.date ?? '', last: rates.at(-1)?.date ?? '' })
  return {
    import: async (text) => daysOf(await store.importRates(new TextEncoder().encode(text))),
    async days() {
      const rates = await store.loadRates()
      return rates && daysOf(rates)
    },
  }
}
