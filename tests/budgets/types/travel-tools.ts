import { createTool } from 'helve';
import * as schemas from './travel-schemas.ts';

export const findFlights = createTool({
  id: 'find-flights',
  inputSchema: schemas.flightSearch,
  outputSchema: schemas.flights,
  mcp: { annotations: { readOnlyHint: true } },
  inputExamples: [{ input: { from: 'OSL', to: 'VIE', out: '2026-05-01' } }],
  execute: async ({ from, to, out, back = out, cabin }) => ({
    offers: [
      {
        price: { amount: 99, currency: 'EUR' },
        legs: [
          {
            from: { code: from },
            to: { code: to },
            leaves: out,
            arrives: back,
            flight: 'X1',
            cabin,
          },
        ],
      },
    ],
  }),
  toModelOutput: ({ offers }) => offers.map(({ legs, price }) => [legs.length, price.amount]),
});

export const findTrains = createTool({
  id: 'find-trains',
  inputSchema: schemas.trainSearch,
  outputSchema: schemas.trains,
  execute: async ({ bike = false }) =>
    bike ? { offers: [] } : { offers: [{ price: { amount: 1, currency: 'GBP' }, legs: [] }] },
  transform: {
    display: { output: ({ output }) => output?.offers.map(({ refundable }) => refundable) },
  },
});

export const findHotels = createTool({
  id: 'find-hotels',
  inputSchema: schemas.hotelSearch,
  outputSchema: schemas.hotels,
  execute: async ({ near, guests }) => [
    {
      price: { amount: guests.length, currency: 'USD' },
      hotel: 'code' in near ? near.code : String(near.lat),
      nights: 2,
    },
  ],
});

export const bookTrip = createTool({
  id: 'book-trip',
  inputSchema: schemas.booking,
  outputSchema: schemas.trip,
  suspendSchema: schemas.fareChange,
  resumeSchema: schemas.fareAnswer,
  requestContextSchema: schemas.company,
  requireApproval: ({ pay }, { requestContext }) =>
    'card' in pay || requestContext.get('budget').amount < 1_000,
  mcp: { annotations: { destructiveHint: true, idempotentHint: true } },
  execute: async ({ parts, travellers }, { suspend, resumeData, requestContext, runId }) => {
    const total = requestContext.get('budget');
    if (!resumeData) return suspend({ before: total, after: total, reason: 'sold out' });
    if (!resumeData.take) throw new Error(resumeData.because);
    return {
      tripId: runId,
      travellers: travellers.map(({ name, born }) => ({ name, born: born.toISOString() })),
      parts,
      total: { ...total, amount: resumeData.atMost ?? total.amount },
    };
  },
  toModelOutput: ({ tripId, parts }) => ({ tripId, kinds: parts.map(({ kind }) => kind) }),
  transform: {
    display: {
      approval: ({ input }) => input?.parts.length,
      suspend: ({ suspendPayload }) => suspendPayload?.after.amount,
      resume: ({ resumeData }) => resumeData?.take,
      output: ({ output }) => output?.total,
    },
    transcript: { output: ({ output }) => output?.tripId },
  },
});

export const readTrip = createTool({
  id: 'read-trip',
  inputSchema: schemas.tripId,
  outputSchema: schemas.trip,
  execute: async ({ tripId }) => ({
    tripId,
    travellers: [],
    parts: [],
    total: { amount: 0, currency: 'EUR' },
  }),
  onOutput: ({ output }) => output.travellers.map(({ born }) => born.getFullYear()),
});

export const rebook = createTool({
  id: 'rebook',
  inputSchema: schemas.rebooking,
  requireApproval: ({ replace }) => [...replace.values()].some(({ kind }) => kind !== 'train'),
  execute: async ({ tripId, replace }) => ({ tripId, parts: [...replace.keys()] }),
});

export const checkVisa = createTool({
  id: 'check-visa',
  inputSchema: schemas.visaQuery,
  outputSchema: schemas.visa,
  mcp: { annotations: { readOnlyHint: true } },
  execute: ({ to: [first, ...more] }) => ({ needed: more.length > 0, notes: first ?? '' }),
});

export const exchangeRate = createTool({
  id: 'exchange-rate',
  inputSchema: schemas.rate,
  execute: async ({ from, to }) => ({ pair: `${from}/${to}`, rate: from === to ? 1 : 1.1 }),
  onOutput: ({ output }) => output.rate.toFixed(2),
});

export const chooseSeat = createTool({
  id: 'choose-seat',
  inputSchema: schemas.seat,
  outputSchema: schemas.seatMap,
  suspendSchema: schemas.seatMap,
  resumeSchema: schemas.seat,
  execute: async ({ flight, letter }, { suspend, resumeData }) =>
    resumeData ? { [flight]: [letter, resumeData.letter] } : suspend({ [flight]: ['A', 'B'] }),
});

/** Carried out by the client. */
export const showMap = createTool({
  id: 'show-map',
  inputSchema: schemas.flight.pick({ from: true, to: true }),
  outputSchema: schemas.seat.pick({ row: true }),
});
