import type { FakeDocument } from './chunk-index'

/** Documents about three things that have nothing to do with each other: a lake station, a bakery, and in Chinese a railway. */
export const themedDocuments: readonly FakeDocument[] = [
  {
    name: 'station',
    text: 'Kestrel Station uses the Siskin Radar. The Siskin Radar measures the water level of Lake Oriel. Kestrel Station belongs to the Vereth Foundation.',
  },
  {
    name: 'radar',
    text: 'The Siskin Radar replaces the Hydra Probe at Kestrel Station. The Hydra Probe supports the Oriel Logger. Lake Oriel lies below Kestrel Station.',
  },
  {
    name: 'foundation',
    text: 'The Vereth Foundation supports Kestrel Station. The Oriel Logger depends on the Siskin Radar and the Hydra Probe of the Vereth Foundation.',
  },
  {
    name: 'bakery',
    text: 'Golden Crust Bakery uses the Rye Starter. The Rye Starter replaces Instant Yeast. Golden Crust Bakery belongs to Marta Keller.',
  },
  {
    name: 'bread',
    text: 'Marta Keller bakes with the Rye Starter. Golden Crust Bakery supports Marta Keller. Instant Yeast is not sold by Golden Crust Bakery.',
  },
  {
    name: '铁路',
    text: '青云铁路使用磁悬浮列车。磁悬浮列车依赖超导磁体。青云铁路包含北岭隧道。超导磁体由青云铁路维护。',
  },
  {
    name: '隧道',
    text: '北岭隧道属于青云铁路。磁悬浮列车使用超导磁体通过北岭隧道。青云铁路支持磁悬浮列车。',
  },
]
