import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

// Makes the shop's database anew: npm run make-shop. Everyone in it is invented, and the card
// numbers are the ones that payment providers set aside for tests.

const file: string = process.argv[2] ?? `${import.meta.dirname}/shop.sqlite`;
rmSync(file, { force: true });
const database = new DatabaseSync(file);
// small pages keep the file small
database.exec('pragma page_size = 1024');

database.exec(`
  create table customers (
    id integer primary key,
    name text not null,
    email text not null,
    address text not null,
    card text not null
  ) strict;

  create table orders (
    id integer primary key,
    customer_id integer not null references customers,
    item text not null,
    total_cents integer not null,
    status text not null
  ) strict;

  create table refunds (
    id integer primary key,
    idempotency_key text not null unique,
    order_id integer not null references orders,
    amount_cents integer not null check (amount_cents > 0),
    reason text not null
  ) strict;

  create table returns (
    id integer primary key,
    idempotency_key text not null unique,
    order_id integer not null references orders,
    reason text not null
  ) strict;

  insert into customers values
    (1, 'Nora Okafor', 'nora.okafor@example.com', '12 Harbour Row, Cork', '4242 4242 4242 4242'),
    (2, 'Tomas Lindqvist', 'lindqvist.t@example.org', 'Storgatan 8, Uppsala', '5555 5555 5555 4444'),
    (3, 'Amelie Duret', 'amelie.duret@example.net', '3 quai Voltaire, Nantes', '3782 822463 10005');

  insert into orders values
    (1042, 1, 'Speckled teapot', 4800, 'delivered on 12 November'),
    (1043, 2, 'Two espresso cups', 2600, 'delivered on 20 November'),
    (1044, 3, 'Large serving bowl', 6450, 'on its way, expected on 4 December'),
    (1045, 1, 'Bud vase', 1850, 'being packed');
`);
database.close();
