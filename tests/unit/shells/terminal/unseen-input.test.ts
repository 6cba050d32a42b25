import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Interrupts } from '@shells/terminal/interrupts'
import { Output } from '@shells/terminal/print/output'
import { UnseenInput } from '@shells/terminal/unseen-input'

function keyboard(isTTY: boolean) {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => raw.push(on) })
  const err = new Output(new PassThrough())
  const unseen = new UnseenInput({ stdin, err, interrupts: new Interrupts(), leave: () => undefined })
  return { stdin, raw, unseen }
}

const { signal } = new AbortController()

// Would catch what is typed while a passphrase is being checked, shown in clear.
test('a terminal shows nothing until it is told to, and then the rest is for others', async () => {
  const { stdin, raw, unseen } = keyboard(true)
  stdin.write('pelican lamp\n')
  expect(await unseen.line('?', signal)).toBe('pelican lamp')
  expect(raw).toEqual([true])
  unseen.show()
  expect(raw).toEqual([true, false])
})

// Would catch a second line of a script that is lost with the first.
test('a pipe gives line after line, and nothing at its end', async () => {
  const { stdin, unseen } = keyboard(false)
  stdin.end('old one\nnew one\n')
  expect(await unseen.line('?', signal)).toBe('old one')
  unseen.show()
  expect(await unseen.line('?', signal)).toBe('new one')
  expect(await unseen.line('?', signal)).toBe('')
})

test('Ctrl-C ends the asking', async () => {
  const { raw, unseen } = keyboard(true)
  const leaving = new AbortController()
  const asked = unseen.line('?', leaving.signal)
  leaving.abort()
  expect(await asked).toBe('')
  expect(raw).toEqual([true, false])
})

// Would catch a Ctrl-C while a passphrase is being checked that is followed by another prompt.
test('nothing is asked once all is called off', async () => {
  const { raw, unseen } = keyboard(true)
  expect(await unseen.line('?', AbortSignal.abort())).toBe('')
  expect(raw).toEqual([])
})

// Would catch one Ctrl-D that answers every later question with nothing.
test('Ctrl-D ends one line and not the next', async () => {
  const { stdin, unseen } = keyboard(true)
  const asked = unseen.line('?', signal)
  stdin.write('\u0004')
  expect(await asked).toBe('')
  const next = unseen.line('?', signal)
  stdin.write('pelican lamp\n')
  expect(await next).toBe('pelican lamp')
  unseen.end()
})
