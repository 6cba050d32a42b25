import { describe, expect, it } from 'vitest'
import { groupGgufPaths, groupModelFiles, isModelFile } from '@renderer/state/models/group-model-files'

const loose = (name: string, path: string | null = null) => ({ name, size: 1, path, file: new File(['x'], name) })
const within = (folder: string, inside: string) => ({
  ...loose(inside.split('/').at(-1) ?? inside),
  ...{ folder, inside },
})
const grouped = (files: Parameters<typeof groupModelFiles>[0]) => {
  const { models, others } = groupModelFiles(files)
  return [
    ...models.map(({ name, files: own }) => [name, ...own.map((file) => file.inside ?? file.name)]),
    ['others', ...others.map(({ name }) => name)],
  ]
}

describe('groupModelFiles', () => {
  it('takes every GGUF file for a model of its own, and the parts of one together', () => {
    expect(
      grouped([loose('a.gguf'), loose('b-00001-of-00002.gguf'), loose('B.GGUF'), loose('b-00002-of-00002.gguf')]),
    ).toEqual([
      ['a.gguf', 'a.gguf'],
      ['b.gguf', 'b-00001-of-00002.gguf', 'b-00002-of-00002.gguf'],
      ['B.GGUF', 'B.GGUF'],
      ['others'],
    ])
  })

  it('takes the loose files of a model together, and leaves documents out', () => {
    expect(grouped([loose('model.onnx'), loose('tokenizer.json'), loose('notes.pdf')])).toEqual([
      ['model.onnx', 'model.onnx', 'tokenizer.json'],
      ['others', 'notes.pdf'],
    ])
  })

  // Would catch a folder of notes sent to the engine as a model, and a README beside a model called "no model".
  it('takes a folder for a model only where weights are in it', () => {
    expect(
      grouped([within('bge', 'onnx/model.onnx'), within('bge', 'tokenizer.json'), within('bge', 'README.md')]),
    ).toEqual([['bge', 'onnx/model.onnx', 'tokenizer.json'], ['others']])
    expect(grouped([within('notes', 'a.md'), within('notes', 'b.json')])).toEqual([['others', 'a.md', 'b.json']])
    expect(grouped([within('many', 'a.gguf'), within('many', 'b.gguf')])).toEqual([
      ['a.gguf', 'a.gguf'],
      ['b.gguf', 'b.gguf'],
      ['others'],
    ])
  })

  it('hands folders of the window shell over as they are, whatever dots their names have', () => {
    expect(grouped([loose('bge-small-v1.5', '/m/bge-small-v1.5'), loose('a.pdf', '/m/a.pdf')])).toEqual([
      ['bge-small-v1.5', 'bge-small-v1.5'],
      ['others', 'a.pdf'],
    ])
  })
})

// Would catch a model in parts that is refused once for each of them.
it('of picked files the parts of one model stay together', () => {
  const parts = ['/m/a-00001-of-00002.gguf', '/m/a-00002-of-00002.gguf']
  expect(groupGgufPaths([...parts, '/m/b.gguf', '/n/a-00001-of-00002.gguf'])).toEqual([
    parts,
    ['/m/b.gguf'],
    ['/n/a-00001-of-00002.gguf'],
  ])
})

it('anywhere in the window only GGUF files are models by their names', () => {
  expect(['a.gguf', 'A.GGUF', 'model.onnx', 'a.gguf.md'].map((name) => isModelFile(loose(name)))).toEqual([
    ...[true, true, false, false],
  ])
})
