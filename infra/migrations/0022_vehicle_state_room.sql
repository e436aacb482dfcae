-- Each page keeps room for a second version of its rows: a batch then updates states in place, without new index entries.
ALTER TABLE "vehicle_state" SET (fillfactor = 50);
