import { z } from 'zod'
import { streamOf } from '../../../domain/event.ts'
import { isJsonObject, textOf, wordsOf } from '../../../domain/json.ts'
import { answerVerb } from '../../../domain/shapes/stages.ts'
import type { Resource } from '../../../domain/resource.ts'
import { type HistoryEntry, historyOf } from '../../wire/history.ts'
import type { Services } from '../../server/services.ts'

const deliverySchema = z.object({ id: z.number(), item: z.string(), delivered: z.number(), unit: z.string() })

/** A step of what was sent: where it stood then, what staff noted, and what was delivered with it. */
export const stepSchema = z.object({
  version: z.number(),
  at: z.string(),
  stage: z.string(),
  note: z.string(),
  deliveries: z.array(deliverySchema),
})

type Step = z.output<typeof stepSchema>

/** The parts that came with a step: those that the list did not hold before. */
const deliveriesIn = (changes: HistoryEntry['changes']): Step['deliveries'] => {
  const change = changes.find(({ field }) => field === 'deliveries')
  const [from, to] = [change?.from, change?.to].map((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []))
  return (to ?? []).slice(from?.length ?? 0).map(({ id, item, delivered, unit }) => ({
    id: Number(id),
    item: textOf(item),
    delivered: Number(wordsOf(delivered)),
    unit: textOf(unit),
  }))
}

/** The steps that a record went through, the newest last: what staff noted is for whoever sent it. */
export const timelineOf = async ({ log }: Pick<Services, 'log'>, resource: Resource, id: number): Promise<Step[]> => {
  const { events } = await log.read(streamOf(resource.name, id))
  const initial = resource.fields[resource.stateField ?? '']?.initial
  return (
    historyOf(resource, id, events)
      // What is said stands in the conversation.
      .filter(({ action }) => action !== answerVerb)
      .map(({ version, at, action, changes }) => ({
        version,
        at,
        stage: textOf(
          changes.find(({ field }) => field === resource.stateField)?.to ?? resource.verbs[action]?.to ?? initial,
        ),
        note: textOf(changes.find(({ field }) => field === 'note')?.to),
        deliveries: deliveriesIn(changes),
      }))
      .toReversed()
  )
}
