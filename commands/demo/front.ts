import { banner } from '../../domain/resources/banner.ts'
import { flash } from '../../domain/resources/flash.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { isoPage, page } from '../../domain/resources/page.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Make } from './people.ts'

const blocks = [
  ['Meeting room request', '/meeting-rooms'],
  ['HR information system', '/post'],
  ['Job vacancy', '/jobs'],
  ['Marketing communications store', '/post'],
  ['Organizations', '/employee'],
  ['Shared documents', '/document'],
  ['Stationery request', '/request'],
] as const

const rooms = {
  name: 'Meeting rooms',
  type: 'content',
  excerpt: 'Four rooms, one rule: whoever is last wipes the board.',
  body: '<p>The four rooms on the third floor are booked at the front desk, by mail or in person. The fifth has no desk and no booking; its door closes.</p><p>Leave the room as you would like to find it. The last one wipes the board.</p>',
}
const apprentice = {
  name: 'Apprentice rope maker',
  type: 'job',
  excerpt: 'Two places in the workshop of hall one, from March.',
  body: '<p>You repair what others throw away, and you have patience. No certificate is needed.</p><p>The apprenticeship takes three years. Two masters teach; tea is at ten.</p>',
}
const gallery = {
  name: 'The harbour office opens',
  type: 'gallery',
  excerpt: 'The third floor, the day the desks came.',
}

type Save = (resource: Resource, sent: Record<string, unknown>) => Promise<void>

/** What the demo company shows in front: a page of each kind, a banner, a line of news, the blocks and the menu. */
export const seedFront = async (make: Make, save: Save): Promise<void> => {
  const roomsPage = await make(page, rooms)
  await make(page, apprentice)
  await make(page, gallery)
  await make(banner, {
    number: 1,
    name: 'Open house on Friday from three',
    link: '/post/the-harbour-office-opens-its-doors',
  })
  await make(flash, {
    name: 'Gate five',
    link: '/post',
    news_text: '<p>Gate five stays closed until the valve from Gothenburg is here.</p>',
  })
  await save(homepage, Object.fromEntries(blocks.map(([title, link], index) => [`menu${index + 1}`, { title, link }])))
  const entry = (title: string, type: string, content: number | null = null, children: unknown[] = []) => ({
    title,
    type,
    content_id: content,
    children,
  })
  const menu = [
    entry('House', 'page', roomsPage, [entry('Pictures', 'listgal'), entry('ISO Center', 'isoform', isoPage.id)]),
    entry('News', 'post'),
    entry('People', 'listemp', null, [entry('Jobs', 'listjob')]),
  ]
  await save(menubar, { menubar: menu })
}
