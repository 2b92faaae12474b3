import { z } from 'zod';

// Zod at its heaviest: unions of large objects, extension, discriminated unions in arrays.

const place = z.object({ code: z.string().length(3), name: z.string().optional() });
const money = z.object({ amount: z.number(), currency: z.enum(['EUR', 'USD', 'GBP', 'JPY']) });
const priced = z.object({ price: money, refundable: z.boolean().default(false) });
const traveller = z.object({
  name: z.object({ first: z.string(), last: z.string() }),
  born: z.iso.date().transform((day) => new Date(day)),
  passport: z.object({ number: z.string(), country: z.string() }).optional(),
});
const leg = z.object({ from: place, to: place, leaves: z.date(), arrives: z.date() });
export const flight = leg.extend({ flight: z.string(), cabin: z.enum(['economy', 'business']) });
const train = leg.extend({ train: z.string(), seat: z.string().nullable() });
const hotel = priced.extend({
  hotel: z.string(),
  nights: z.number(),
  stars: z.number().optional(),
});
const part = z.discriminatedUnion('kind', [
  flight.extend({ kind: z.literal('flight') }),
  train.extend({ kind: z.literal('train') }),
  hotel.extend({ kind: z.literal('hotel') }),
]);
export const trip = z.object({
  tripId: z.string(),
  travellers: z.array(traveller),
  parts: z.array(part),
  total: money,
});
export const flightSearch = z.object({
  from: place.shape.code,
  to: place.shape.code,
  out: z.coerce.date(),
  back: z.coerce.date().optional(),
  travellers: z.number().int().min(1).max(9).default(1),
  cabin: flight.shape.cabin.default('economy'),
});
export const flights = z.object({ offers: z.array(priced.extend({ legs: z.array(flight) })) });
export const trainSearch = flightSearch
  .omit({ cabin: true })
  .extend({ bike: z.boolean().optional() });
export const trains = z.object({ offers: z.array(priced.and(z.object({ legs: z.array(train) }))) });
export const hotelSearch = z.object({
  near: z.union([place, z.object({ lat: z.number(), lon: z.number() })]),
  nights: z.tuple([z.iso.date(), z.iso.date()]),
  guests: z.array(z.object({ age: z.number().optional() })).min(1),
  filters: z.partialRecord(z.enum(['pool', 'wifi', 'pets', 'bar']), z.boolean()).optional(),
});
export const hotels = z.array(hotel);
export const booking = z.object({
  parts: z.array(part).min(1),
  travellers: z.array(traveller).min(1),
  pay: z.union([
    z.object({ card: z.string() }),
    z.object({ invoice: z.string(), vat: z.string() }),
  ]),
});
export const fareChange = z.object({ before: money, after: money, reason: z.string() });
export const fareAnswer = z.discriminatedUnion('take', [
  z.object({ take: z.literal(true), atMost: z.number().optional() }),
  z.object({ take: z.literal(false), because: z.string() }),
]);
export const tripId = trip.pick({ tripId: true });
export const rebooking = z.object({ tripId: z.string(), replace: z.map(z.string(), part) });
export const visa = z.object({
  needed: z.boolean(),
  days: z.number().optional(),
  notes: z.string(),
});
export const visaQuery = z.object({ passport: z.string(), to: z.array(z.string()).nonempty() });
export const rate = z.object({ from: money.shape.currency, to: money.shape.currency });
export const company = z.object({ company: z.string(), budget: money });
export const seat = z.object({
  flight: z.string(),
  row: z.number(),
  letter: z.enum(['A', 'B', 'C']),
});
export const seatMap = z.record(z.string(), z.array(seat.shape.letter));
