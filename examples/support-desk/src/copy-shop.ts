import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Shop } from './database.ts';
import { openShop } from './database.ts';

const SHIPPED: string = join(import.meta.dirname, '../data/shop.sqlite');

/** Opens `file`, made as a copy of the shipped database where there is no such file. */
export function keepShop(file: string): Shop {
  if (!existsSync(file)) copyFileSync(SHIPPED, file);
  return openShop(file);
}
