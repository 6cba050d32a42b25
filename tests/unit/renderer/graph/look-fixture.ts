import { EntityType } from '@shared/graph'
import type { Look } from '@renderer/features/graph/drawing/look'

/** A look in which every colour is another. */
export const aLook: Look = {
  paper: '#ffffff',
  ink: '#000000',
  inkSoft: '#333333',
  line: '#999999',
  types: EntityType.options.map((_, at) => `#0000${(at + 16).toString(16)}`),
  communities: ['#110000', '#220000'],
  path: '#00ff00',
  none: '#777777',
  font: 'Inter, "Noto Sans"',
}
