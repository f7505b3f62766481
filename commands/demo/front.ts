import { banner } from '../../domain/resources/banner.ts'
import { flash } from '../../domain/resources/flash.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { configuration } from '../../domain/resources/configuration.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { isoPage, page } from '../../domain/resources/page.ts'
import { popup } from '../../domain/resources/popup.ts'
import { type Resource, singletonId } from '../../domain/resource.ts'
import type { Fields, Said } from '../../domain/fields/values.ts'
import type { FileId } from './library.ts'
import type { Act, Make, Sent } from './making.ts'

const blocks = {
  menu1: { title: 'Meeting room request', link: '/meeting-rooms' },
  menu2: { title: 'HR information system', link: '/post' },
  menu3: { title: 'Job vacancy', link: '/jobs' },
  menu4: { title: 'Marketing communications store', link: '/post' },
  menu5: { title: 'Organizations', link: '/employee' },
  menu6: { title: 'Shared documents', link: '/document' },
  menu7: { title: 'Stationery request', link: '/request' },
}

const rooms = {
  name: 'Meeting rooms',
  type: 'content',
  excerpt: 'Four rooms, one rule: whoever is last wipes the board.',
  body: '<p>The four rooms on the third floor are booked at the front desk, by mail or in person. The fifth has no desk and no booking; its door closes.</p><p>Leave the room as you would like to find it. The last one wipes the board.</p>',
}
const jobs = [
  {
    name: 'Shift planner, warehouse',
    excerpt: 'Three halls, three shifts, and a calendar that everybody can read.',
    body: '<p>You know who works when, and why. You hear of a sick child before the foreman does.</p><p>The place is in hall two, the window looks at the water.</p>',
  },
  {
    name: 'Buyer for ropes and chains',
    excerpt: 'You know what a shackle may cost, and when a price is too good.',
    body: '<p>You buy what ships depend on, from eleven suppliers in six countries. Two of them answer letters only.</p><p>French or Spanish helps. A calm voice on the telephone helps more.</p>',
  },
]
const apprentice = {
  name: 'Apprentice rope maker',
  type: 'job',
  excerpt: 'Two places in the workshop of hall one, from March.',
  body: '<p>You repair what others throw away, and you have patience. No certificate is needed.</p><p>The apprenticeship takes three years. Two masters teach; tea is at ten.</p>',
}
type Picture = readonly [scene: string, caption: string]
const galleries: readonly { name: string; excerpt: string; days: number; pictures: readonly Picture[] }[] = [
  {
    name: 'A year at the quay',
    excerpt: 'From the first fog to the last ship before Christmas.',
    days: 45,
    pictures: [
      ['walk', 'October: the first fog'],
      ['ship', 'November: the Vega leaves at five'],
      ['nightShift', 'December: the night shift'],
      ['sail', 'June: the regatta off the pier'],
      ['quays', 'August: both cranes at work'],
    ],
  },
  {
    name: 'The harbour office opens',
    excerpt: 'The third floor, the day the desks came.',
    days: 2,
    pictures: [
      ['office', 'Monday at eight: the key turns'],
      ['desks', 'Forty desks in four rooms'],
      ['canteen', 'The kitchen, before the cake'],
      ['quays', 'What the window seat looks at'],
      ['thanks', 'Those who carried the plants'],
      ['openHouse', 'Open house on Friday from three'],
    ],
  },
]

const banners: readonly { number: number; name: string; link: string; picture: string; focus: string }[] = [
  {
    number: 1,
    name: 'Open house on Friday from three',
    link: '/post/the-harbour-office-opens-its-doors',
    picture: 'openHouse',
    focus: '50 88',
  },
  {
    number: 3,
    name: 'Two apprentices for the rope workshop',
    link: '/apprentice-rope-maker',
    picture: 'rope',
    focus: '50 45',
  },
  { number: 5, name: 'A year at the quay, in pictures', link: '/a-year-at-the-quay', picture: 'quays', focus: '50 72' },
]

type Parts = { make: Make; act: Act; fileId: FileId }

const seedPages = async ({ make, fileId }: Parts): Promise<{ rooms: number; jobs: ReadonlyMap<string, number> }> => {
  const roomsPage = await make(page, rooms)
  const jobPages = new Map<string, number>()
  for (const job of jobs) jobPages.set(job.name, await make(page, { ...job, type: 'job' }, { days: 52 }))
  jobPages.set(apprentice.name, await make(page, apprentice, { days: 10 }))
  for (const { days, pictures, ...gallery } of galleries) {
    const images = pictures.map(([scene, caption], index) => ({
      id: `new_${index}`,
      thumbnail: fileId(scene),
      altText: caption,
      caption,
    }))
    await make(page, { ...gallery, type: 'gallery', images }, { days })
  }
  return { rooms: roomsPage, jobs: jobPages }
}

/** Every part of the front that is one record: settings, the blocks and the menu. */
const seedSettings = async ({ act, fileId }: Parts, roomsPage: number) => {
  const save = <F extends Fields, S extends Sent>(resource: Resource<F>, sent: Said<F, S>) =>
    act(resource, singletonId, 'edit', sent)
  await save(homepage, blocks)
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
  const [policy1, policy2] = [fileId('House rules'), fileId('Quality handbook')]
  await save(configuration, { logo: fileId('logo'), favicon: fileId('favicon'), policy1, policy2 })
}

/** What the demo company shows in front: pages of each kind, banners, a popup, a line of news, the blocks and the menu. Answers the jobs. */
export const seedFront = async (parts: Parts): Promise<ReadonlyMap<string, number>> => {
  const { make, fileId } = parts
  const pages = await seedPages(parts)
  for (const { picture, focus, ...sent } of banners)
    await make(banner, { ...sent, thumbnail: fileId(picture), thumbnail_focus: focus })
  const news = '<p>Gate five stays closed until the valve from Gothenburg is here.</p>'
  await make(flash, { name: 'Gate five', link: '/post', news_text: news })
  const party = { name: 'Friday at three: cake, coffee and the view', link: '/post/the-harbour-office-opens-its-doors' }
  await make(popup, { ...party, thumbnail: fileId('canteen') })
  await seedSettings(parts, pages.rooms)
  return pages.jobs
}
