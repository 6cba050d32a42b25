import { z } from 'zod'

/** Settings as a schema has them: each with a default. A field that is an object is a group of settings. */
type SettingsShape = Readonly<Record<string, z.ZodDefault>>

export type PatchShape<Shape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Field>
    ? z.ZodOptional<Field extends z.ZodObject<infer Group> ? z.ZodObject<PatchShape<Group>> : Field>
    : never
}

type GroupName<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<z.ZodObject> ? Name : never
}[keyof Shape]

/** The schema of a change: every field may be absent and then has no default. A group's fields each for themselves. */
export function patchSchema<Shape extends SettingsShape>(settings: z.ZodObject<Shape>): z.ZodObject<PatchShape<Shape>> {
  const fields = Object.entries(settings.shape).map(([name, field]) => [name, z.optional(patchField(field.unwrap()))])
  return z.object(Object.fromEntries(fields)) as z.ZodObject<PatchShape<Shape>>
}

function patchField(field: z.core.SomeType): z.core.SomeType {
  return field instanceof z.ZodObject ? patchSchema(field as z.ZodObject<SettingsShape>) : field
}

/** The fields that are groups: a change of one setting leaves the others of its group as they are. */
export function groupNames<Shape extends SettingsShape>(settings: z.ZodObject<Shape>): readonly GroupName<Shape>[] {
  const names = Object.entries(settings.shape).filter(([, field]) => field.unwrap() instanceof z.ZodObject)
  return names.map(([name]) => name) as GroupName<Shape>[]
}

type Patch<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** Values with a change put in; what is absent or undefined there stays. */
export function withPatch<Values extends object>(values: Values, patch: Patch<Values>): Values {
  return { ...values, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
}
