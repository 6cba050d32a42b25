import { describe, expect, test } from 'vitest'
import type { NetworkAttempt } from '@shared/models/models'
import { fetchPage, pageAddress } from '@engine/ingest/web/fetch-page'
import { createNetworkGate } from '@engine/platform/network-gate'
import { ExternalToolsKit, referenceServer } from '../../../fakes/external-tools-kit'

/** A gate over a network that answers everybody, which writes down what was sent. */
function gateWith(state: { offline: boolean }, record?: (attempt: NetworkAttempt) => Promise<void>) {
  const sent: string[] = []
  const gate = createNetworkGate({
    allowedHosts: () => ['example.org', 'api.example.org'],
    now: () => 0,
    isOffline: () => state.offline,
    record,
    send: (url) => {
      sent.push(url.href)
      return Promise.resolve(new Response('fine'))
    },
  })
  return { gate, sent }
}

/** Knows every name, and which it was asked for. */
function nameServer() {
  const lookedUp: string[] = []
  const addressesOf = (host: string) => {
    lookedUp.push(host)
    return Promise.resolve(['203.0.113.7'])
  }
  return { lookedUp, addressesOf }
}

describe('offline, whatever happens', () => {
  test('no allowed host is reached, not even for once; this machine is', async () => {
    const { gate, sent } = gateWith({ offline: true })
    for (const url of ['https://example.org/', 'https://other.org/', 'https://192.168.1.4/']) {
      const asked = gate.fetch(url, { purpose: 'a test', allow: ['other.org', '192.168.1.4'] })
      // Nobody is asked whether to allow a host: that would not help.
      await expect(asked).rejects.toMatchObject({ code: 'NETWORK_DENIED', deniedHost: '' })
    }
    await gate.fetch('http://127.0.0.1:11434/v1/models', { purpose: 'a test' })
    expect(sent).toEqual(['http://127.0.0.1:11434/v1/models'])
    expect(gate.attempts().map(({ outcome }) => outcome)).toEqual(['allowed', 'denied', 'denied', 'denied'])
  })

  test('a switch while an attempt is written down still counts', async () => {
    const state = { offline: false }
    const { gate, sent } = gateWith(state, () => Promise.resolve().then(() => void (state.offline = true)))
    await expect(gate.fetch('https://example.org/', { purpose: 'a test' })).rejects.toMatchObject({
      code: 'NETWORK_DENIED',
    })
    expect(sent).toEqual([])
    // Would catch a log that says “allowed” of what was never sent.
    expect(gate.attempts().map(({ outcome, by }) => [outcome, by])).toEqual([['denied', null]])
  })

  test('a web page is neither asked for nor looked up, nor is anybody asked to allow its host', async () => {
    const { gate, sent } = gateWith({ offline: true })
    const { lookedUp, addressesOf } = nameServer()
    const page = fetchPage(pageAddress('https://new.example.com/'), { gate, allowed: [], addressesOf })
    await expect(page).rejects.toMatchObject({ code: 'NETWORK_DENIED', deniedHost: '' })
    expect([...sent, ...lookedUp]).toEqual([])
    expect(gate.attempts()).toMatchObject([{ host: 'new.example.com', outcome: 'denied', purpose: 'web page' }])
  })

  test('a page of this machine that leads away has no name looked up', async () => {
    const { lookedUp, addressesOf } = nameServer()
    const gate = createNetworkGate({
      allowedHosts: () => ['127.0.0.1', 'example.org'],
      now: () => 0,
      isOffline: () => true,
      send: () => Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://example.org/' } })),
    })
    const allowed = ['127.0.0.1', 'example.org']
    const page = fetchPage(pageAddress('http://127.0.0.1:99/'), { gate, allowed, addressesOf })
    await expect(page).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
    expect(lookedUp).toEqual([])
  })

  test('a program of others is not started, and one that runs is ended', async () => {
    const state = { offline: false }
    const { gate } = gateWith(state)
    const kit = await ExternalToolsKit.open({ gate })
    try {
      await kit.tools.put([
        {
          name: 'records',
          enabled: true,
          type: 'stdio',
          command: process.execPath,
          args: [referenceServer('memory')],
          env: {},
        },
      ])
      await kit.tools.list('records', new AbortController().signal)
      expect(kit.tools.servers()).toMatchObject([{ state: 'running' }])
      const [pid = 0] = kit.pids
      state.offline = true
      await kit.tools.endPrograms()
      expect(kit.tools.servers()).toMatchObject([{ state: 'stopped', pid: null }])
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      const listed = kit.tools.list('records', new AbortController().signal)
      await expect(listed).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
      expect(kit.pids.size).toBe(1)
    } finally {
      await kit.close()
    }
  })
})
