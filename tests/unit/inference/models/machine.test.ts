import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Machine } from '@shared/models/models'
import { freeBytesOf, requireSpace, sizeInWords } from '@engine/inference/models/downloads/disk-space'
import { describeMachine, fitOf } from '@engine/inference/models/machine'
import { freeName, safeName } from '@engine/inference/models/import/model-name'

test('half the memory fits easily, most of it just so, more not at all', () => {
  const machine = { memory_bytes: 16e9 }
  expect([1e9, 8e9, 8.1e9, 13.6e9, 13.7e9, 40e9].map((bytes) => fitOf(bytes, machine))).toEqual([
    'good',
    'good',
    'tight',
    'tight',
    'too_big',
    'too_big',
  ])
})

test('this machine is described as the contract has it, also for a folder that is not there', async () => {
  const machine = Machine.parse(await describeMachine(tmpdir(), ['Vulkan']))
  expect([machine.gpus, machine.memory_bytes >= machine.free_bytes]).toEqual([['Vulkan'], true])
  // It will be made on the disk of the nearest folder that is there.
  expect(await freeBytesOf(join(tmpdir(), 'no', 'such', 'folder'))).toBeGreaterThan(0)
})

test('space is asked for with some left over, and where it cannot be told nothing is refused', () => {
  expect(() => requireSpace('X', 1e9, null)).not.toThrow()
  expect(() => requireSpace('X', 1e9, 2e9)).not.toThrow()
  expect(() => requireSpace('X', 1.34e9, 1.35e9)).toThrow('X needs 1.3 GB, and 1.4 GB are free on this disk.')
  expect([sizeInWords(10), sizeInWords(999e6)]).toEqual(['1 MB', '999 MB'])
})

// Catches a name that leads out of the folder, that Windows refuses, or that loses every Chinese character.
test('folder names are safe everywhere and still say what they are', () => {
  const names = ['通义 千问:7B', '../../etc', 'CON', '...', 'a/b\\c', 'x'.repeat(200), 'é'.normalize('NFD')]
  expect(names.map(safeName)).toEqual(['通义-千问-7B', 'etc', 'model-CON', 'model', 'a-b-c', 'x'.repeat(60), 'é'])
  const taken = new Set(['model', 'model-2'])
  expect(freeName('Model', (name) => taken.has(name))).toBe('Model-3')
})
